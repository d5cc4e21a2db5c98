import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import type { Cluster, DeviceOwnership } from '../cluster/cluster.port.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel, type EventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { createCommandLanes } from './command-lanes.ts';
import { createProgressView, type PublishProgress, toDeliveryRecord } from './command-progress.ts';
import type { DeliveriesRepository } from './deliveries.repository.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { createDeliveryTrail } from './delivery-trail.ts';
import type { SendingRate } from './sending-rate.ts';
import type { EndedSchedule } from './settle-schedules.ts';
import { type AcceptedCommand, isLarge, type TrackedDelivery } from './tracked-delivery.ts';

/** A newer command of another server is known within a second. */
const NEWER_CHECK_EVERY_MS = 500;

/** What is known once changes of deliveries are stored. */
export type StoredOutcomes = {
  /** Of each command that has ended, or ends otherwise by a late confirmation, at least one. */
  endedDeliveryIds: readonly number[];
  endedSchedules: readonly EndedSchedule[];
};

/** The lanes of the deliveries; each change in them is stored and told to the pages. */
export function createDeliveriesUnderWay(options: {
  repository: Pick<DeliveriesRepository, 'listOutdated'>;
  commit: GroupCommit;
  broker: { link: BrokerLink; statuses: EventChannel<LinkStatus> };
  states: DeviceStates;
  publishProgress: PublishProgress;
  findDevice: (id: number) => KnownDevice | undefined;
  rate: SendingRate;
  /** Which devices this server may command, where several work as one. */
  ownership: DeviceOwnership;
  cluster: Pick<Cluster, 'sync'>;
  confirmMs: number;
  clock: Clock;
  logger: Logger;
}) {
  const { repository, broker, states, confirmMs, clock, logger } = options;
  const progress = createEventChannel<TrackedDelivery>({ name: 'progress', logger });
  const outcomes = createEventChannel<StoredOutcomes>({ name: 'stored-outcomes', logger });
  const lanes = createCommandLanes({
    link: broker.link,
    linkStatuses: broker.statuses,
    states,
    progress,
    findDevice: options.findDevice,
    rate: options.rate,
    ownership: options.ownership,
    trail: createDeliveryTrail({ progress, logger }),
    confirmMs,
    clock,
  });
  const log = createDeliveryLog({
    commit: options.commit,
    progress,
    states,
    ownership: options.ownership,
    stored: (changes, endedSchedules) => {
      const endedDeliveryIds = changes.flatMap(({ id, state, goesOn }) =>
        isUnderWay(state) || goesOn === true ? [] : id,
      );
      outcomes.publish({ endedDeliveryIds, endedSchedules });
    },
    clock,
  });
  const viewProgress = createProgressView();
  const publishBegun = createPublishBegun(({ device, command }) =>
    options.publishProgress(device.ownerId, viewProgress(command), null),
  );
  progress.subscribe((delivery) => {
    if (isLarge(delivery.command) && isUnderWay(delivery.state)) return publishBegun(delivery);
    options.publishProgress(
      delivery.device.ownerId,
      viewProgress(delivery.command),
      toDeliveryRecord(delivery),
    );
  });
  // The last accepted command wins on all servers. The order is that of the ids in the database.
  const newer = options.cluster.sync({
    name: 'newer-commands',
    everyMs: NEWER_CHECK_EVERY_MS,
    keys: lanes.listUnderWay,
    read: async (underWay: readonly TrackedDelivery[]) => {
      const outdated = await repository.listOutdated(underWay.map(({ id }) => id));
      return new Map(underWay.map((delivery) => [delivery, outdated.has(delivery.id)]));
    },
    merge: (delivery, isOutdated) => {
      if (isOutdated === true) lanes.supersede(delivery);
    },
  });

  return {
    lanes,
    log,
    progress,
    outcomes,
    /** Another server may have accepted a newer command: looks at once, and resolves once it has. */
    yieldNow: newer.flush,
    stop: lanes.stop,
  };
}

/** Calls `tell` with the first delivery of each owner of a command, and with no other. */
function createPublishBegun(emit: (delivery: TrackedDelivery) => void) {
  const published = new WeakMap<AcceptedCommand, Set<number | null>>();
  return (delivery: TrackedDelivery) => {
    const { command, device } = delivery;
    const owners = published.get(command) ?? new Set();
    if (owners.has(device.ownerId)) return;
    published.set(command, owners.add(device.ownerId));
    emit(delivery);
  };
}
