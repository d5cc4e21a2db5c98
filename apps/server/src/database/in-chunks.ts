/** Rows per statement: few enough for both engines, and for other work to run in between. */
export const ROWS_PER_STATEMENT = 500;

/** The rows in their order, in chunks for one statement each. Nothing for no rows. */
export function* inChunks<T>(rows: readonly T[], size = ROWS_PER_STATEMENT): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}
