import type { DaySheet, DaySheetRow } from '@semaforo/contract/api/day-sheet';
import { csvLines } from '@semaforo/contract/domain/csv';
import { describeLasted } from '@semaforo/contract/domain/day-sheet-rows';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { inChunks } from '../database/in-chunks.ts';
import { createTimeSlices } from '../platform/time-slices.ts';

/** To tell Rome's time takes some microseconds. */
const ROWS_PER_PIECE = 100;
const HEADER = [
  'inizio',
  'fine',
  'durata',
  'tipo',
  'prova',
  'che cosa',
  'su che cosa',
  'esito',
  'chi',
  'seconda persona',
];

/** The sheet as a table for a spreadsheet with a header, in pieces; one that is not whole says so in its last row. */
export async function* writeDaySheetCsv({ rows, whole_until }: DaySheet): AsyncGenerator<string> {
  const slices = createTimeSlices();
  yield csvLines([HEADER]);
  for (const some of inChunks(rows, ROWS_PER_PIECE)) {
    yield csvLines(some.map(cellsOf));
    await slices.yieldToEventLoop();
  }
  if (whole_until === null) return;
  yield csvLines([[timeOf(whole_until), 'il foglio è completo solo fino a quest’ora']]);
}

function cellsOf(row: DaySheetRow): string[] {
  return [
    timeOf(row.at),
    row.until === null ? '' : timeOf(row.until),
    describeLasted(row),
    row.kind,
    row.test ? 'PROVA' : '',
    row.what,
    row.whom,
    row.outcome,
    row.author ?? '',
    row.approved_by ?? '',
  ];
}

/** Rome's, with its offset: an hour that comes twice is told apart. */
function timeOf(iso: string): string {
  const instant = Date.parse(iso);
  const { date, time } = romeWallTime(instant);
  const hours = Math.round((Date.parse(`${date}T${time}Z`) - instant) / 3_600_000);
  return `${date}T${time}+0${hours}:00`;
}
