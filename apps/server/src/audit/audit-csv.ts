import { Readable } from 'node:stream';
import type { AuditEntry } from '@semaforo/contract/api/audit';
import { defuse, writeCsvRows } from '../platform/csv-cell.ts';

const ROWS_AT_ONCE = 200;
const HEADER = [
  'riga',
  'quando',
  'chi',
  'da dove',
  'azione',
  'su che cosa',
  'esito',
  'volte',
  'motivo',
  'prima',
  'dopo',
  'sigillo',
];

/**
 * The audit as a table of RFC 4180, newest first, read page by page as fast as the caller takes it. `read` gives the
 * next entries with an id below `before`.
 */
export function streamAuditCsv(
  read: (page: { limit: number; before: number | undefined }) => Promise<AuditEntry[]>,
): Readable {
  async function* pages() {
    yield writeCsvRows([HEADER]);
    let before: number | undefined;
    for (;;) {
      const entries = await read({ limit: ROWS_AT_ONCE, before });
      if (entries.length === 0) return;
      yield writeCsvRows(entries.map(cellsOf));
      before = entries.at(-1)?.id;
    }
  }
  return Readable.from(pages());
}

function cellsOf(entry: AuditEntry): string[] {
  const outcome =
    entry.outcome === 'parziale' && entry.total !== null
      ? `parziale ${entry.confirmed}/${entry.total}`
      : entry.outcome;
  return [
    String(entry.id),
    entry.at,
    entry.username ?? '',
    entry.address ?? '',
    entry.action,
    entry.target ?? '',
    outcome,
    String(entry.times),
    entry.reason ?? '',
    jsonOf(entry.before),
    jsonOf(entry.after),
    entry.seal ?? '',
  ].map(defuse);
}

function jsonOf(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}
