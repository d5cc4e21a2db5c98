import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { Kysely } from 'kysely';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel, type EventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Limiter } from '../platform/limiter.ts';
import type { Logger } from '../platform/logger.ts';
import { createAcceptCommand } from './accept-command.ts';
import { createCommandHandlers } from './command.routes.ts';
import { createCommandLanes, DEVICE_CHANGED } from './command-lanes.ts';
import { createProgressView, type TellProgress, toDeliveryRecord } from './command-progress.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { createDeliveriesRepository, type DeliveriesRepository } from './deliveries.repository.ts';
import { createDeliveryLog } from './delivery-log.ts';
import { createHistoryRepository } from './history.repository.ts';
import type { MissedSchedule } from './mark-missed-schedules.ts';
import { createRepeatCommand } from './repeat-command.ts';
import { createResumeUnfinished } from './resume-unfinished.ts';
import type { DeliveryChange } from './save-delivery-changes.ts';
import { createSendCommand } from './send-command.ts';
import { createToggleLantern } from './toggle-lantern.ts';
import type { TrackedDelivery } from './tracked-delivery.ts';
import { createYieldToNewer } from './yield-to-newer.ts';

/** What another server left behind when it ended for good is found within a minute. */
const ABANDONED_CHECK_EVERY_MS = 60_000;
/** A newer command of another server on the same database is known within a second. */
const NEWER_CHECK_EVERY_MS = 500;

/** What is known once changes of deliveries are stored. */
export type StoredOutcomes = {
  endedDeliveryIds: readonly number[];
  missedSchedules: readonly MissedSchedule[];
};

type Needs = {
  db: Kysely<Database>;
  engine: Engine;
  /** Identifies this server among those on one database; the same after a restart. */
  serverId: string;
  devices: {
    directory: DeviceDirectory;
    states: DeviceStates;
    /** Held while a command is accepted: no device becomes another meanwhile. */
    mutex: Limiter;
  };
  broker: { link: BrokerLink; statuses: EventChannel<LinkStatus> };
  /** Template of the topic of a command, with {key} and {channel}. */
  commandTopic: string;
  confirmMs: number;
  /** See createSendCommand. */
  onAccepted: Parameters<typeof createSendCommand>[0]['onAccepted'];
  tellProgress: TellProgress;
  clock: Clock;
  logger: Logger;
};

/** Commands from the click to the confirmation by the device. */
export function createCommandsRoom(needs: Needs) {
  const { db, engine, serverId, commandTopic, confirmMs, clock, logger } = needs;
  const { directory, states, mutex } = needs.devices;
  const { link } = needs.broker;
  const repository = createCommandsRepository(db, serverId);
  const deliveries = createDeliveriesRepository(db, serverId);
  const { lanes, log, saveChanges, outcomes } = createDeliveries(needs, deliveries);
  const acceptCommand = createAcceptCommand({ repository, states, lanes, commandTopic, mutex, clock });
  const sendCommand = createSendCommand({
    acceptCommand,
    link,
    storeProgress: log.flush,
    onAccepted: needs.onAccepted,
    confirmMs,
  });
  const { resumeOwn, endAbandoned } = createResumeUnfinished({
    ...needs,
    ...needs.devices,
    repository: deliveries,
    saveChanges,
    lanes,
  });
  const abandonedCheck = createInterval({
    name: 'abandoned-check',
    everyMs: ABANDONED_CHECK_EVERY_MS,
    logger,
    work: endAbandoned,
  });
  const newerCheck = createInterval({
    name: 'newer-check',
    everyMs: NEWER_CHECK_EVERY_MS,
    logger,
    work: createYieldToNewer({ repository: deliveries, lanes }),
  });

  return {
    handlers: createCommandHandlers({
      repository,
      history: createHistoryRepository(db),
      directory,
      sendCommand,
      toggleLantern: createToggleLantern({ directory, states, lanes, sendCommand }),
      repeatCommand: createRepeatCommand({ repository, directory, sendCommand, clock }),
    }),
    accept: acceptCommand,
    find: repository.find,
    failed: {
      listAmong: deliveries.listFailedCommandsOf,
      listOwnSince: deliveries.listOwnFailedCommandsSince,
    },
    /** Settles the command that a message of a device confirms. */
    settle: lanes.settle,
    /** Ends what is under way for a device that is gone or became another. */
    abandon: (device: KnownDevice) => lanes.abandon(device.id, DEVICE_CHANGED),
    /** What became of deliveries, each time once it is stored. */
    outcomes,
    /** Takes up what this server left unfinished; to be done before anything else is accepted. */
    start: async () => {
      await resumeOwn();
      await endAbandoned();
      abandonedCheck.start();
    },
    /** Resolves once every change of a delivery is stored. */
    stop: async () => {
      await abandonedCheck.stop();
      await log.stop();
    },
    /** Stops before the link to the broker does: from then on nothing is sent and nothing expires. */
    sending: {
      start: () => {
        if (engine === 'postgres') newerCheck.start();
      },
      stop: async () => {
        await newerCheck.stop();
        lanes.stop();
      },
    },
  };
}

/** The lanes of the deliveries, with the log that stores each of their changes. */
function createDeliveries(needs: Needs, repository: DeliveriesRepository) {
  const { clock, logger } = needs;
  const progress = createEventChannel<TrackedDelivery>({ name: 'progress', logger });
  const outcomes = createEventChannel<StoredOutcomes>({ name: 'stored-outcomes', logger });
  const lanes = createCommandLanes({
    link: needs.broker.link,
    linkStatuses: needs.broker.statuses,
    states: needs.devices.states,
    progress,
    confirmMs: needs.confirmMs,
    clock,
  });
  const saveChanges = async (changes: readonly DeliveryChange[]) => {
    const missedSchedules = await repository.saveChanges(changes);
    const endedDeliveryIds = changes.flatMap(({ id, state }) => (isUnderWay(state) ? [] : id));
    outcomes.publish({ endedDeliveryIds, missedSchedules });
  };
  const log = createDeliveryLog({ progress, saveChanges, clock, logger });
  const viewProgress = createProgressView();
  progress.subscribe((delivery) => {
    needs.tellProgress(delivery.device.ownerId, viewProgress(delivery.command), toDeliveryRecord(delivery));
  });
  return { lanes, log, saveChanges, outcomes };
}
