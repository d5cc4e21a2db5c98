import { createTimeSlices } from '../platform/time-slices.ts';

/** Rows per statement: some milliseconds of SQLite, which reads in the server's own thread. */
const ROWS_AT_ONCE = 1000;

/**
 * Reads a long list in the order of its ids; between two statements the server does other work. `read` gives the next
 * rows with an id above `after`.
 */
export async function readById<Row extends { id: number }>(
  read: (page: { after: number; limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const slices = createTimeSlices();
  for (;;) {
    const some = await read({ after: rows.at(-1)?.id ?? 0, limit: ROWS_AT_ONCE });
    for (const row of some) rows.push(row);
    if (some.length < ROWS_AT_ONCE) return rows;
    await slices.yieldToEventLoop();
  }
}
