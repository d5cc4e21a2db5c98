import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import type { GroupCommit } from '../database/group-commit.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { Clock } from '../platform/clock.ts';
import type { EventChannel } from '../platform/event-channel.ts';
import { failPoint } from '../platform/fail-point.ts';
import { type DeliveryChange, saveDeliveryChanges } from './save-delivery-changes.ts';
import type { EndedSchedule } from './settle-schedules.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';

/** Has the deliveries' changes of state stored, in the same commit as the states of their devices. */
export type DeliveryLog = {
  /** Adds changes of deliveries that no lane holds. */
  add: (changes: readonly DeliveryChange[]) => void;
};

export function createDeliveryLog(options: {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  progress: EventChannel<TrackedDelivery>;
  states: Pick<DeviceStates, 'shownOf'>;
  /** Called once changes are stored, with the schedules that ended with them. */
  stored: (changes: readonly DeliveryChange[], ended: readonly EndedSchedule[]) => void;
  clock: Clock;
}): DeliveryLog {
  const { commit, states } = options;
  const unsaved = new Map<number, DeliveryChange>();

  commit.join({
    take: () => {
      if (unsaved.size === 0) return undefined;
      const changes = [...unsaved.values()];
      unsaved.clear();
      let ended: EndedSchedule[] = [];
      return {
        write: async (db) => {
          failPoint('before-outcome');
          ended = await saveDeliveryChanges(db, changes);
        },
        stored: () => {
          failPoint('after-outcome');
          options.stored(changes, ended);
        },
        failed: () => {
          // What changed again meanwhile is newer.
          for (const change of changes) if (!unsaved.has(change.id)) unsaved.set(change.id, change);
        },
      };
    },
  });

  const add = (changes: readonly DeliveryChange[]) => {
    for (const change of changes) unsaved.set(change.id, change);
    if (changes.length > 0) commit.request();
  };
  options.progress.subscribe((delivery) => {
    const { id, state, reason, device } = delivery;
    if (state === 'accettato') return;
    const shown = hasFailed(state) ? states.shownOf(device.id) : null;
    const sentAt = delivery.handedOverAt;
    add([{ id, state, reason, sent: sentOf(delivery), sentAt, shown, at: options.clock.now() }]);
  });
  return { add };
}

/** What was handed over while the device was away did not reach it, unless the device confirmed it. */
function sentOf({
  handedOverAt,
  sentBeforeDeviceSeen,
  isWritten,
  state,
}: TrackedDelivery): DeliveryChange['sent'] {
  if (handedOverAt === null || (sentBeforeDeviceSeen && state !== 'confermato')) return 0;
  return isWritten ? 2 : 1;
}
