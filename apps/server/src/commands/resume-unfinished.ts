import { isDecision } from '@semaforo/contract/domain/command-rules';
import { sourceOf } from '@semaforo/contract/domain/desired';
import type { DeliveryResult } from '@semaforo/contract/domain/device/delivery';
import {
  DEVICE_CHANGED,
  INTERRUPTED,
  NOT_SENT_IN_TIME,
  SUPERSEDED,
  TEST_INTERRUPTED,
} from '@semaforo/contract/domain/device/delivery-reasons';
import { type DeviceOwnership, SOLE_OWNER } from '../cluster/cluster.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import { type KnownDevice, stillThere } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import type { CommandLanes } from './command-lanes.ts';
import { messagesFor } from './command-topic.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';
import { type DeliveryLog, shownTogether } from './delivery-log.ts';
import type { DeliveryChange } from './save-delivery-changes.ts';
import { type AcceptedCommand, createAcceptedCommand } from './tracked-delivery.ts';
import type { UnfinishedDelivery } from './unfinished-deliveries.ts';

/** Beyond its deadline and the window, a live server had this long to store how a command ended. */
const ABANDONED_AFTER_MS = 60_000;

type Open = UnfinishedDelivery & { device: KnownDevice };
/** `neverSent`: it is known that nothing of it was handed to the broker. */
type Left = UnfinishedDelivery & { neverSent?: boolean };
type End = Pick<DeliveryChange, 'reason'> & { state: 'fallito' | 'scaduto' | 'superato' };

/** Deals with what servers that ended midway left under way. */
export type ResumeUnfinished = {
  /**
   * Called at the start, before anything else is accepted. What this server had under way is sent again within its
   * deadline, if no newer command was accepted for the device; otherwise it ends. Writing a lamp twice changes
   * nothing, and only a report from now on confirms it.
   */
  resumeOwn: () => Promise<void>;
  /** The same with commands of another server that this one took over. */
  resume: (commandIds: readonly number[]) => Promise<void>;
  /**
   * Now and then: ends what another server left and can have under way no longer, and what this one stored without
   * being told so, because the answer of the database was lost.
   */
  endAbandoned: () => Promise<void>;
};

export function createResumeUnfinished(options: {
  repository: Pick<DeliveriesRepository, 'listOwnUnfinished' | 'listUnfinishedOf' | 'listOverdue'>;
  ownership?: Pick<DeviceOwnership, 'claimNow'>;
  log: DeliveryLog;
  commit: Pick<GroupCommit, 'flush'>;
  directory: DeviceDirectory;
  states: DeviceStates;
  lanes: CommandLanes;
  commandTopic: string;
  confirmMs: number;
  /** When the first server started on a restored backup; undefined where there was none. */
  restoredStart: () => number | undefined;
  clock: Clock;
}): ResumeUnfinished {
  const { directory, states, lanes, ownership = SOLE_OWNER, clock } = options;

  /** The commanded device, or undefined when it is gone or has become another since. */
  const deviceOf = ({ deviceId: id, deviceTopic: topic, deviceType: type }: UnfinishedDelivery) => {
    const now = id === null ? undefined : directory.findById(id);
    // In whichever language it was commanded: whoever changes that ends what is under way.
    return now && stillThere({ id: now.id, topic, type, profile: now.profile }, directory.findById);
  };

  /**
   * It stays desired of the device. If the broker is known to have acknowledged it, a late report may still be its
   * confirmation; if not, none is, nor that of a command before it.
   */
  const remember = (delivery: Open, { state, reason }: End) => {
    const { device, value, createdAt: since, username: by, origin } = delivery;
    if (state === 'scaduto') states.apply(device, { kind: 'failed', reason: INTERRUPTED });
    if (state === 'superato' || lanes.isUnderWay(device.id)) return;
    if (isDecision(origin))
      states.apply(device, {
        kind: 'commanded',
        deliveryId: delivery.id,
        desired: { value, since, by, source: sourceOf(origin, false) },
      });
    states.apply(device, { kind: 'settled' });
    if (state === 'fallito') return lanes.abandon(device.id, reason ?? SUPERSEDED);
    const result = {
      state: 'expired',
      reason: reason ?? INTERRUPTED,
      isDeviceAtFault: true,
      isRetried: false,
    } as const;
    commandOf([delivery], options.commandTopic, result).deliveries.forEach(lanes.remember);
  };

  const finish = (delivery: Left, device: KnownDevice | undefined, end: End) => {
    if (device) remember({ ...delivery, device }, end);
    const shown = device ? shownTogether(states.of(device.id).lamps) : { shown: null };
    return { id: delivery.id, sent: 0 as const, ...shown, ...end };
  };

  /** Ends what may not be sent any more; returns the others. */
  const endHopeless = async (unfinished: readonly Left[]): Promise<Open[]> => {
    const at = clock.now();
    const changes: DeliveryChange[] = [];
    const open: Open[] = [];
    for (const delivery of unfinished) {
      const device = deviceOf(delivery);
      const end = endOf(delivery, device, { now: at, restoredStart: options.restoredStart() });
      if (!end) open.push(...(device ? [{ ...delivery, device }] : []));
      // What was confirmed stays so, even if its other lamps are not written any more.
      else if (!delivery.isConfirmed) changes.push({ ...finish(delivery, device, end), at });
    }
    options.log.add(changes);
    if (changes.length > 0) await options.commit.flush();
    return open;
  };

  const sendAgain = async (unfinished: readonly Left[]) => {
    const byCommand = new Map<number, [Open, ...Open[]]>();
    const open = await endHopeless(unfinished);
    if (open.length > 0) await ownership.claimNow(open.map(({ device }) => device.id));
    for (const delivery of open) {
      const siblings = byCommand.get(delivery.commandId);
      if (siblings) siblings.push(delivery);
      else byCommand.set(delivery.commandId, [delivery]);
    }
    for (const deliveries of byCommand.values()) lanes.accept(commandOf(deliveries, options.commandTopic));
  };

  return {
    resumeOwn: async () => sendAgain(await options.repository.listOwnUnfinished(clock.now())),
    resume: async (commandIds) =>
      sendAgain(await options.repository.listUnfinishedOf(commandIds, clock.now())),
    endAbandoned: async () => {
      const before = clock.now() - options.confirmMs - ABANDONED_AFTER_MS;
      const overdue = await options.repository.listOverdue(before);
      const underWay = new Set(lanes.listUnderWay().map(({ id }) => id));
      const left = overdue.filter(({ id }) => !underWay.has(id));
      // What this process stored without knowing it, it did not send either.
      await endHopeless(left.map((one) => ({ ...one, neverSent: one.isOwn && one.isUnsent })));
    },
  };
}

/** The command of deliveries that are open, as it is taken up again, or that have ended so. */
function commandOf(
  deliveries: readonly [Open, ...Open[]],
  commandTopic: string,
  result?: DeliveryResult,
): AcceptedCommand {
  const [
    {
      commandId: id,
      commandValue: value,
      deviceType,
      createdAt,
      deadlineAt,
      origin,
      sourceId,
      username,
      whom,
    },
  ] = deliveries;
  return createAcceptedCommand(
    // Patient: the devices may be on their way back, too.
    { id, createdAt, deadlineAt, origin, sourceId, username, deviceType, value, whom, waitsForDevice: true },
    deliveries.map(({ id: deliveryId, device, value: deliveryValue, isUnsent, isConfirmed }) => ({
      id: deliveryId,
      device,
      value: deliveryValue,
      messages: messagesFor(device, deliveryValue, commandTopic),
      former: {
        acknowledged: !isUnsent && !isConfirmed,
        result: result ?? { state: isConfirmed ? ('confirmed' as const) : ('open' as const) },
      },
    })),
  );
}

/** How a delivery ends that may not be sent any more; undefined when it may. */
function endOf(
  delivery: Left,
  device: KnownDevice | undefined,
  { now, restoredStart = -Infinity }: { now: number; restoredStart: number | undefined },
): End | undefined {
  if (!device) return { state: 'fallito', reason: DEVICE_CHANGED };
  if (!delivery.isNewest) return { state: 'superato', reason: SUPERSEDED };
  // No lamp of a test is lit again: what the device showed before is asked of it next.
  if (delivery.origin === 'prova') return { state: 'superato', reason: TEST_INTERRUPTED };
  // A clock that is behind (a machine that keeps no time while it is off) cannot tell how old the command is. What is
  // of a restored backup may have been sent, and overridden, since that was made.
  const isInTime =
    delivery.createdAt > restoredStart && now >= delivery.createdAt && now < delivery.deadlineAt;
  if (isInTime) return undefined;
  return delivery.neverSent
    ? { state: 'fallito', reason: NOT_SENT_IN_TIME }
    : { state: 'scaduto', reason: INTERRUPTED };
}
