import type { AuditEntry } from '@semaforo/contract/api/audit';
import { csvLines } from '@semaforo/contract/domain/csv';
import { inChunks } from '../database/in-chunks.ts';
import { createTimeSlices } from '../platform/time-slices.ts';

const ROWS_AT_ONCE = 100;
/** A row may have 40,000 characters. */
const ROWS_PER_PIECE = 5;
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
 * The audit as a table for a spreadsheet, newest first, in pieces. `read` gives the next entries with an id below
 * `before`.
 */
export async function* writeAuditCsv(
  read: (page: { limit: number; before: number | undefined }) => Promise<AuditEntry[]>,
): AsyncGenerator<string> {
  const slices = createTimeSlices();
  yield csvLines([HEADER]);
  let before: number | undefined;
  for (;;) {
    const entries = await read({ limit: ROWS_AT_ONCE, before });
    if (entries.length === 0) return;
    for (const some of inChunks(entries, ROWS_PER_PIECE)) {
      yield csvLines(some.map(cellsOf));
      await slices.yieldToEventLoop();
    }
    before = entries.at(-1)?.id;
  }
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
  ];
}

function jsonOf(value: unknown): string {
  return value === null ? '' : JSON.stringify(value);
}
