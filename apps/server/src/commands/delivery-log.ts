import { hasFailed } from '@semaforo/contract/domain/delivery-state';
import { awaitsDevice } from '@semaforo/contract/domain/device/delivery';
import { type Lamps, litLamps, shownBy } from '@semaforo/contract/domain/lamps';
import { type DeviceOwnership, SOLE_OWNER } from '../cluster/cluster.port.ts';
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
  /** What is not stored yet never will be: another server goes on with it. */
  forget: () => void;
};

export function createDeliveryLog(options: {
  commit: Pick<GroupCommit, 'join' | 'request'>;
  progress: EventChannel<TrackedDelivery>;
  states: Pick<DeviceStates, 'of'>;
  ownership?: Pick<DeviceOwnership, 'term' | 'isOn'>;
  /** Called once changes are stored, with the schedules that ended with them. */
  stored: (changes: readonly DeliveryChange[], ended: readonly EndedSchedule[]) => void;
  clock: Clock;
}): DeliveryLog {
  const { commit, states, ownership = SOLE_OWNER } = options;
  const unsaved = new Map<number, DeliveryChange>();

  commit.join({
    take: () => {
      if (unsaved.size === 0) return undefined;
      const changes = [...unsaved.values()];
      unsaved.clear();
      let ended: EndedSchedule[] = [];
      let isOurs = true;
      const term = ownership.term();
      return {
        write: async (db) => {
          failPoint('before-outcome');
          isOurs = await ownership.isOn(db, term);
          if (!isOurs) return;
          ended = await saveDeliveryChanges(db, changes);
        },
        stored: () => {
          failPoint('after-outcome');
          if (isOurs) options.stored(changes, ended);
        },
        failed: () => {
          if (ownership.term() !== term) return;
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
    const { shown, lit } = hasFailed(state) ? shownTogether(states.of(device.id).lamps) : NOT_KNOWN;
    const sentAt = delivery.machine.handedOverAt;
    const goesOn = delivery.command.underWay > 0;
    const at = options.clock.now();
    add([{ id, state, reason, sent: sentOf(delivery), sentAt, shown, lit, goesOn, at }]);
  });
  return { add, forget: () => unsaved.clear() };
}

const NOT_KNOWN = { shown: null, lit: [] };

/** What a device shows as its command ends otherwise than confirmed. */
export function shownTogether(lamps: Lamps): Required<Pick<DeliveryChange, 'shown' | 'lit'>> {
  return { shown: shownBy(lamps), lit: litLamps(lamps) };
}

/** What was handed over while the device was away did not reach it, unless the device confirmed it. */
function sentOf({ machine, state }: TrackedDelivery): DeliveryChange['sent'] {
  if (machine.handedOverAt === null || (awaitsDevice(machine) && state !== 'confermato')) return 0;
  return machine.isWhole ? 2 : 1;
}
