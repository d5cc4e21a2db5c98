import type { AlertEndOnSignal } from '@semaforo/contract/api/alerts';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { labelOf } from '@semaforo/contract/domain/label';
import { Refusal } from '../platform/refusal.ts';
import type { PlannedEnd } from './planned-end.ts';
import type { StoredAlert } from './stored-alert.ts';

/** What each signal would do if a person ended the alert now; nothing for one that has not begun. */
export type PreviewEnd = (alert: StoredAlert) => Promise<AlertEndOnSignal[]>;

export function createPreviewEnd(options: {
  plannedEnd: PlannedEnd;
  /** What a device itself says that it shows. */
  shownBy: (deviceId: number) => DeviceStatus | null;
}): PreviewEnd {
  return async (alert) => {
    const { begin } = alert;
    const hasBegun = begin !== null && begin.outcome !== null && begin.outcome !== 'mancata';
    if (!hasBegun) return [];
    const ended = { ...alert, decision: 'conclusa' as const };
    const kept = await options.plannedEnd({ ...ended, endsOverrides: false });
    const all = await options.plannedEnd({ ...ended, endsOverrides: true });
    if (kept instanceof Refusal || all instanceof Refusal) return [];
    const withoutOverride = new Map(all.map(({ device, value }) => [device.id, value]));
    return kept.map(({ device, last, value }) => {
      const without = withoutOverride.get(device.id);
      const isOverride = value === undefined && without !== undefined;
      return {
        deviceId: device.id,
        name: labelOf(device),
        from: options.shownBy(device.id),
        to: value ?? null,
        override: isOverride && last ? { color: last.value, to: without } : null,
      };
    });
  };
}
