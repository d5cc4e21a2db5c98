import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { isForTrial } from '@semaforo/contract/domain/history-grouping';
import { isSignalColour, SIGNAL_COLOURS, type SignalColour } from '@semaforo/contract/domain/signal-colour';

export type ColourCount = { colour: SignalColour; count: number };

/**
 * How many commands asked for each colour, in the order of the colours; each count starts at 0. Lamp tests
 * and exercises ask for none.
 */
export function countByColour(
  records: readonly Pick<HistoryRecord, 'color' | 'origin' | 'drill'>[],
): ColourCount[] {
  const counts: Record<SignalColour, number> = { verde: 0, giallo: 0, arancio: 0, rosso: 0 };
  for (const record of records) {
    const { color } = record;
    if (isSignalColour(color) && !isForTrial(record)) counts[color] += 1;
  }
  return SIGNAL_COLOURS.map((colour) => ({ colour, count: counts[colour] }));
}
