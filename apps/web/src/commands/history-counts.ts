import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { isForTrial } from '@semaforo/contract/domain/history-grouping';
import { isSignalColor, SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';

export type ColorCount = { color: SignalColor; count: number };

/**
 * How many commands asked for each color, in the order of the colors; each count starts at 0. Lamp tests
 * and exercises ask for none.
 */
export function countByColor(
  records: readonly Pick<HistoryRecord, 'color' | 'origin' | 'drill'>[],
): ColorCount[] {
  const counts: Record<SignalColor, number> = { verde: 0, giallo: 0, arancio: 0, rosso: 0 };
  for (const record of records) {
    const { color } = record;
    if (isSignalColor(color) && !isForTrial(record)) counts[color] += 1;
  }
  return SIGNAL_COLORS.map((color) => ({ color, count: counts[color] }));
}
