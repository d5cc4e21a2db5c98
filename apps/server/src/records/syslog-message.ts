import type { Selectable } from 'kysely';
import type { AuditTable } from '../database/schema/audit.ts';
import { isoTime } from '../platform/clock.ts';

export type SealedRow = Selectable<AuditTable> & { position: number; hash: string };

/** The facility 'log audit' of RFC 5424. */
const FACILITY = 13;
const WARNING = 4;
const INFORMATIONAL = 6;
const BOM = '\ufeff';

/**
 * A row of the audit as a message of RFC 5424: what identifies it as structured data, with its seal, and the row as
 * JSON. `id` and `seal` tell a row that came twice.
 */
export function toSyslogMessage({ position, hash, ...row }: SealedRow, host: string): string {
  const severity = row.outcome === 'riuscita' ? INFORMATIONAL : WARNING;
  const data = [
    ['id', String(row.id)],
    ['position', String(position)],
    ['seal', hash],
    ['outcome', row.outcome],
  ].map(([name, value = '']) => `${name}="${value.replace(/["\\\]]/g, '\\$&')}"`);
  const head = [
    `<${FACILITY * 8 + severity}>1`,
    isoTime(row.at),
    printable(host, 255),
    'semaforo',
    '-',
    printable(row.action, 32),
    `[audit@32473 ${data.join(' ')}]`,
  ];
  return `${head.join(' ')} ${BOM}${JSON.stringify({ ...row, at: isoTime(row.at) })}`;
}

function printable(word: string, most: number): string {
  return word.replace(/[^\x21-\x7e]/g, '_').slice(0, most) || '-';
}
