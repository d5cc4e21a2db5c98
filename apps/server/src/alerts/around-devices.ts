import { isAlertInCourse, NEXT_ALERT_WITHIN_MS } from '@semaforo/contract/domain/alert-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { type AlertInCourse, highestAlert } from '@semaforo/contract/domain/what-applies';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { AlertReach } from './alert-reach.ts';
import type { AlertsAroundRepository } from './alerts-around.repository.ts';
import { factsOf, inCourse, type StoredAlert } from './stored-alert.ts';

/** What other alerts mean for the devices of one. */
export type AroundDevices = {
  /** The other alerts in course on a device. */
  othersOn: (deviceId: number) => AlertInCourse[];
  /** The highest of the alerts that begin there within a minute. */
  nextOn: (deviceId: number) => AlertInCourse | undefined;
};

/** Reads which other alerts are in course, or near, on the devices of an alert. */
export function createReadAround(options: {
  around: Pick<AlertsAroundRepository, 'listOpen'>;
  reach: AlertReach;
  clock: Clock;
}) {
  const idsOf = async (alert: StoredAlert) => {
    const reached = await options.reach(alert);
    return reached instanceof Refusal ? [] : reached.map(({ id }) => id);
  };
  return async ({ id, owner }: Pick<StoredAlert, 'id' | 'owner'>): Promise<AroundDevices> => {
    const now = options.clock.now();
    const ownerId = owner?.role === 'admin' ? undefined : owner?.id;
    const others = (await options.around.listOpen(ownerId)).filter((one) => one.id !== id);
    const byDevice = async (alerts: readonly StoredAlert[]) => {
      const found: { deviceId: number; alert: AlertInCourse }[] = [];
      for (const alert of alerts) {
        for (const deviceId of await idsOf(alert)) found.push({ deviceId, alert: inCourse(alert) });
      }
      const onDevices = groupBy(found, ({ deviceId }) => deviceId);
      return (deviceId: number) => (onDevices.get(deviceId) ?? []).map(({ alert }) => alert);
    };
    const othersOn = await byDevice(others.filter((one) => isAlertInCourse(factsOf(one), now)));
    const nearOn = await byDevice(others.filter((one) => isNear(one, now)));
    return { othersOn, nextOn: (deviceId) => highestAlert(nearOn(deviceId)) };
  };
}

/** Near, and not begun: after the clock was set back, what has begun may seem to come. */
function isNear(alert: StoredAlert, now: number): boolean {
  const facts = factsOf(alert);
  const aheadMs = facts.beginsAt - now;
  return aheadMs > 0 && aheadMs <= NEXT_ALERT_WITHIN_MS && !isAlertInCourse(facts, now);
}
