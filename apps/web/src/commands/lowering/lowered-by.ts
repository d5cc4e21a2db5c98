import type { Alert } from '@semaforo/contract/api/alerts';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { gravityOf } from '@semaforo/contract/domain/what-applies';

/** What a command gives to a signal; null when that is not known here, because it is what the signal showed before. */
export type LoweringTarget = { deviceId: number | null; value: DeviceStatus | null };

export type Lowered = { alert: Alert; value: DeviceStatus | null; count: number };

/** The gravest real alert in course that is lowered on some of the signals; `value` null: not to one color. */
export function loweredBy(alerts: readonly Alert[], targets: readonly LoweringTarget[]): Lowered | undefined {
  return alerts
    .filter((alert) => alert.state === 'in corso' && !alert.drill)
    .sort((a, b) => gravityOf(b.color) - gravityOf(a.color))
    .map((alert) => {
      const ids = new Set<number | null>(alert.devices);
      const lowered = targets.filter(
        ({ deviceId, value }) =>
          ids.has(deviceId) && (value === null || gravityOf(value) < gravityOf(alert.color)),
      );
      const [value = null, ...others] = new Set(lowered.map((target) => target.value));
      return { alert, value: others.length === 0 ? value : null, count: lowered.length };
    })
    .find(({ count }) => count > 0);
}
