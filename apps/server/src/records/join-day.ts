import type { DaySheetRow } from '@semaforo/contract/api/day-sheet';

/**
 * The rows of several kinds in order of time, at most `limit`. What one kind has beyond its first `limit + 1` rows was
 * not read, so a sheet with more is whole only up to its last row, and says so.
 */
export function joinDay(
  kinds: readonly (readonly DaySheetRow[])[],
  limit: number,
): { rows: DaySheetRow[]; wholeUntil: string | null } {
  const all = kinds.flat().sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const rows = all.slice(0, limit);
  return { rows, wholeUntil: all.length > limit ? (rows.at(-1)?.at ?? null) : null };
}
