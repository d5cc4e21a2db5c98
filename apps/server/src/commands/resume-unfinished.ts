import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import { isSameDevice, type KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { type CommandLanes, DEVICE_CHANGED, INTERRUPTED, SUPERSEDED } from './command-lanes.ts';
import { messagesFor } from './command-topic.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';
import type { DeliveryChange } from './save-delivery-changes.ts';
import { type AcceptedCommand, advance, createAcceptedCommand } from './tracked-delivery.ts';
import type { UnfinishedDelivery } from './unfinished-deliveries.ts';

/** Beyond its deadline and the window, a live server had this long to store how a command ended. */
const ABANDONED_AFTER_MS = 60_000;

type Open = UnfinishedDelivery & { device: KnownDevice };

/** Deals with what servers that ended midway left under way. */
export type ResumeUnfinished = {
  /**
   * Called at the start, before anything else is accepted. What this server had under way is sent again within its
   * deadline, if no newer command was accepted for the device; otherwise it ends. Writing a lamp twice changes
   * nothing, and only a report from now on confirms it.
   */
  resumeOwn: () => Promise<void>;
  /** Now and then: ends what another server left and can have under way no longer. */
  endAbandoned: () => Promise<void>;
};

export function createResumeUnfinished(options: {
  repository: Pick<DeliveriesRepository, 'listOwnUnfinished' | 'listUnfinishedOfOthers'>;
  saveChanges: (changes: readonly DeliveryChange[]) => Promise<void>;
  directory: DeviceDirectory;
  states: DeviceStates;
  lanes: CommandLanes;
  commandTopic: string;
  confirmMs: number;
  clock: Clock;
}): ResumeUnfinished {
  const { directory, states, lanes, clock } = options;

  /** The commanded device, or undefined when it is gone or has become another since. */
  const deviceOf = ({ deviceId, deviceTopic, deviceType }: UnfinishedDelivery) => {
    const device = deviceId === null ? undefined : directory.findById(deviceId);
    return device && isSameDevice(device, { topic: deviceTopic, type: deviceType }) ? device : undefined;
  };

  /** How far it got is not known: a late report may still be its confirmation. */
  const expire = (delivery: Open) => {
    states.fail(delivery.device, INTERRUPTED);
    if (lanes.isUnderWay(delivery.device.id)) return;
    for (const expired of commandOf([delivery], options.commandTopic).deliveries) {
      advance(expired, 'scaduto', INTERRUPTED);
      lanes.remember(expired);
    }
  };

  /** Ends what may not be sent any more; returns the others. */
  const endHopeless = async (unfinished: readonly UnfinishedDelivery[]): Promise<Open[]> => {
    const at = clock.now();
    const changes: DeliveryChange[] = [];
    const expired: Open[] = [];
    const open: Open[] = [];
    for (const delivery of unfinished) {
      const device = deviceOf(delivery);
      const end = endOf(delivery, device, at);
      if (device && !end) open.push({ ...delivery, device });
      // What was confirmed stays so, even if its other lamps are not written any more.
      if (!end || delivery.isConfirmed) continue;
      changes.push({ id: delivery.id, sent: 0, at, ...end });
      if (device && end.state === 'scaduto') expired.push({ ...delivery, device });
    }
    await options.saveChanges(changes);
    expired.forEach(expire);
    return open;
  };

  return {
    resumeOwn: async () => {
      const byCommand = new Map<number, [Open, ...Open[]]>();
      for (const delivery of await endHopeless(await options.repository.listOwnUnfinished(clock.now()))) {
        const siblings = byCommand.get(delivery.commandId);
        if (siblings) siblings.push(delivery);
        else byCommand.set(delivery.commandId, [delivery]);
      }
      for (const deliveries of byCommand.values()) lanes.accept(commandOf(deliveries, options.commandTopic));
    },
    endAbandoned: async () => {
      const before = clock.now() - options.confirmMs - ABANDONED_AFTER_MS;
      await endHopeless(await options.repository.listUnfinishedOfOthers(before));
    },
  };
}

/** The command of deliveries that are open, as it is taken up again. */
function commandOf(deliveries: readonly [Open, ...Open[]], commandTopic: string): AcceptedCommand {
  const [{ commandId: id, createdAt, deadlineAt, commandValue }] = deliveries;
  const command = createAcceptedCommand(
    // Patient: the devices may be on their way back, too.
    { id, createdAt, deadlineAt, value: commandValue, waitsForDevice: true },
    deliveries.map((delivery) => ({
      id: delivery.id,
      device: delivery.device,
      value: delivery.value,
      messages: messagesFor(delivery.device, delivery.value, commandTopic),
      interrupted: true,
    })),
  );
  const confirmed = new Set(deliveries.flatMap(({ id, isConfirmed }) => (isConfirmed ? [id] : [])));
  for (const delivery of command.deliveries) {
    if (confirmed.has(delivery.id)) advance(delivery, 'confermato', null);
  }
  return command;
}

/** How a delivery ends that may not be sent any more; undefined when it may. */
function endOf(
  delivery: UnfinishedDelivery,
  device: KnownDevice | undefined,
  now: number,
): Pick<DeliveryChange, 'state' | 'reason'> | undefined {
  if (!device) return { state: 'fallito', reason: DEVICE_CHANGED };
  if (!delivery.isNewest) return { state: 'superato', reason: SUPERSEDED };
  // A clock that is behind (a machine that keeps no time while it is off) cannot tell how old the command is.
  const isInTime = now >= delivery.createdAt && now < delivery.deadlineAt;
  if (!isInTime) return { state: 'scaduto', reason: INTERRUPTED };
  return undefined;
}
