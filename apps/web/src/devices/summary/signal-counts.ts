import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { SignalStatus } from '@semaforo/contract/domain/signal-colour';
import { shownStateOf } from '../../lamps/shown-state.ts';

/**
 * How many signals show what. Every signal counts once among the colours, `spento`, `error` and `noData`. `differs`,
 * `pending` and `stale` say how many of all these differ from their command, wait for one, or are stale.
 */
export type SignalCounts = Record<
  SignalStatus | 'error' | 'noData' | 'differs' | 'pending' | 'stale',
  number
>;

/** Counts signals by the state they are shown in. */
export function countSignals(devices: readonly DeviceStatusRecord[], linkUp: boolean): SignalCounts {
  const counts: SignalCounts = {
    verde: 0,
    giallo: 0,
    arancio: 0,
    rosso: 0,
    spento: 0,
    error: 0,
    noData: 0,
    differs: 0,
    pending: 0,
    stale: 0,
  };
  for (const device of devices) {
    const { kind, shown, requested, differs } = shownStateOf(device, linkUp);
    if (differs) counts.differs += 1;
    if (requested !== null) counts.pending += 1;
    if (kind === 'stale') counts.stale += 1;
    if (kind === 'error') counts.error += 1;
    else if (shown === null || shown === 'acceso') counts.noData += 1;
    else counts[shown] += 1;
  }
  return counts;
}
