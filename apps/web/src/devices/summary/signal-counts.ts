import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { SignalStatus } from '@semaforo/contract/domain/signal-colour';
import { viewKindOf } from '../../lamps/view-state.ts';

/**
 * How many signals show what. Every signal counts once among the colours, `spento`, `error` and `noData`. `pending` and
 * `stale` say how many of those are pending or stale.
 */
export type SignalCounts = Record<SignalStatus | 'error' | 'noData' | 'pending' | 'stale', number>;

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
    pending: 0,
    stale: 0,
  };
  for (const device of devices) {
    const { status } = device;
    const kind = viewKindOf(device, linkUp);
    if (kind === 'pending' || kind === 'stale') counts[kind] += 1;
    if (kind === 'error') counts.error += 1;
    else if (status === null || status === 'acceso') counts.noData += 1;
    else counts[status] += 1;
  }
  return counts;
}
