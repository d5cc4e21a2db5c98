import type { LampRecord } from '@semaforo/contract/api/devices';
import type { LampColor } from '@semaforo/contract/domain/lamps';

/** What was said within a minute counts as said together. */
const TOGETHER_MS = 60_000;

/** Lamps whose last word is older than that of the others, from the top, and when they said it; null: not known. */
type OlderReport = { lamps: LampColor[]; reportedAt: string | null };

/**
 * The lamps of which only the last known state is there while others are fresh, the newest word first; none when all
 * lamps are of one age.
 */
export function olderReports(lamps: readonly LampRecord[]): OlderReport[] {
  if (!lamps.some(({ fresh }) => fresh)) return [];
  const reports: OlderReport[] = [];
  const older = lamps.filter(({ on, fresh }) => on !== null && !fresh).toReversed();
  for (const { color, said_at } of older.toSorted((a, b) => instantOf(b.said_at) - instantOf(a.said_at))) {
    const together = reports.find(({ reportedAt }) => isTogether(reportedAt, said_at));
    if (together) together.lamps.push(color);
    else reports.push({ lamps: [color], reportedAt: said_at });
  }
  // Within a line from the top, as the lenses are.
  return reports.map(({ lamps: reportedTogether, reportedAt }) => ({
    lamps: older.map(({ color }) => color).filter((color) => reportedTogether.includes(color)),
    reportedAt,
  }));
}

function isTogether(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Math.abs(instantOf(one) - instantOf(other)) < TOGETHER_MS;
}

function instantOf(time: string | null): number {
  return time === null ? 0 : Date.parse(time);
}
