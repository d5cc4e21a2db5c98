import { DEVICE_CHANGED } from '@semaforo/contract/domain/device/delivery-reasons';
import type { Kysely } from 'kysely';
import type { LimitFunction } from 'p-limit';
import type { BrokerLink, LinkStatus } from '../broker/broker-link.port.ts';
import type { Cluster, DeviceOwnership } from '../cluster/cluster.port.ts';
import type { Engine } from '../database/engine.ts';
import type { GroupCommit } from '../database/group-commit.ts';
import { createLateAudit } from '../database/late-audit.ts';
import type { Database } from '../database/schema.ts';
import type { DeviceDirectory } from '../devices/device-directory.ts';
import type { DeviceListEvent } from '../devices/device-events.ts';
import type { DeviceStates } from '../devices/device-states.ts';
import type { HeardReport } from '../devices/receive-message.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Enqueue, Notify } from '../notifications/notification.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { EventChannel, Events } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createAcceptCommand } from './accept-command.ts';
import { createApprovals } from './approvals.ts';
import { createChooseTargets } from './choose-targets.ts';
import { createCommandHandlers } from './command.routes.ts';
import { measureCommands } from './command-measures.ts';
import { createNewsOfCommands } from './command-news.ts';
import { createCommandsRepository } from './commands.repository.ts';
import { createDeliveriesRepository } from './deliveries.repository.ts';
import { createDeliveriesUnderWay } from './deliveries-under-way.ts';
import { createFailedCommandsRepository } from './failed-commands.repository.ts';
import { createGroupsRepository } from './groups.repository.ts';
import { createGroupHandlers } from './groups.routes.ts';
import { createHistoryRepository } from './history.repository.ts';
import { createListFailures } from './list-failures.ts';
import { createGroupManagement } from './manage-groups.ts';
import { createHistoryPruning } from './prune-history.repository.ts';
import { createReadCommand } from './read-command.ts';
import { createReassertion } from './reassertion.ts';
import { createRepeatCommand } from './repeat-command.ts';
import { createResumeUnfinished } from './resume-unfinished.ts';
import { createSendApproved } from './send-approved.ts';
import { createSendCommand } from './send-command.ts';
import { createSendingRate } from './sending-rate.ts';
import { createStopCommand } from './stop-command.ts';
import { createToggleLantern } from './toggle-lantern.ts';

/** After a crash, the end of older commands is not notified any more. */
const NOTIFIED_AFTER_A_CRASH_MS = 10 * 60_000;
/** What another server left behind when it ended for good is found within a minute. */
const ABANDONED_CHECK_EVERY_MS = 60_000;
/** A step each time: some million rows a day. */
const PRUNE_EVERY_MS = 5000;

type Deps = {
  db: Kysely<Database>;
  engine: Engine;
  commit: GroupCommit;
  /** Identifies this server among those on one database; the same after a restart. */
  serverId: string;
  devices: {
    directory: DeviceDirectory;
    states: DeviceStates;
    /** Held while a command is accepted: no device becomes another meanwhile. */
    mutex: LimitFunction;
    reports: Events<HeardReport>;
    listEvents: Events<DeviceListEvent>;
  };
  broker: {
    link: BrokerLink;
    statuses: EventChannel<LinkStatus>;
  };
  /** Which devices this server may command. */
  ownership: DeviceOwnership;
  cluster: Pick<Cluster, 'sync'>;
  /** Template of the topic of a command, with {key} and {channel}. */
  commandTopic: string;
  confirmMs: number;
  /** Undefined: the history is kept. */
  keepHistoryMs: number | undefined;
  /** When the first server started on a restored backup; undefined where there was none. */
  restoredStart: () => number | undefined;
  /** True while a restored backup waits until a person has looked at the lamps of that owner (null: of nobody). */
  isHeldBack: (ownerId: number | null) => Promise<boolean>;
  feed: LiveFeed;
  enqueue: Enqueue;
  /** Undefined: nobody is notified of commands, and nothing is read for it. */
  notify: Notify | undefined;
  counters: Pick<Counters, 'registry'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  logger: Logger;
};

/**
 * Commands from the click to the confirmation by the device, the groups that they are for, and the second person who
 * approves them.
 */
export function createCommandsModule(deps: Deps) {
  const { db, serverId, commandTopic, confirmMs, feed, clock, logger } = deps;
  const { directory, states, mutex } = deps.devices;
  const { ownership } = deps;
  const { link } = deps.broker;
  const approvals = createApprovals({ ...deps, findDevice: directory.findById });
  const { secondPerson } = approvals;
  const groups = createGroupsRepository(db);
  const repository = createCommandsRepository(db, serverId, deps);
  const readCommand = createReadCommand(repository);
  const deliveries = createDeliveriesRepository(db, serverId);
  const rate = createSendingRate(deps.monotonicClock);
  const {
    lanes,
    log,
    outcomes,
    progress,
    stop: stopSending,
    yieldNow,
  } = createDeliveriesUnderWay({
    ...deps,
    findDevice: directory.findById,
    rate,
    repository: deliveries,
    states,
    publishProgress: feed.progress,
  });
  deps.devices.reports.subscribe(({ device, message, kind }) => lanes.settle(device, message, kind));
  // Ends what is under way for a device that is gone or became another.
  deps.devices.listEvents.subscribe(({ replaced }) => {
    if (replaced) lanes.abandon(replaced.id, DEVICE_CHANGED);
  });
  const newsOf = createNewsOfCommands(repository.find);
  outcomes.subscribe(({ endedDeliveryIds }) =>
    deps.notify?.(() => deliveries.listFailedCommandsOf(endedDeliveryIds).then(newsOf)),
  );
  const chooseTargets = createChooseTargets({ directory, findGroup: groups.find });
  const countUnderWay = () => lanes.listUnderWay().length;
  const measures = measureCommands(deps.counters.registry, { progress, countUnderWay, clock });
  const acceptCommand = createAcceptCommand({
    ...{ repository, states, lanes, commandTopic, rate, mutex, clock },
    accepted: measures.accepted,
  });
  const sendCommand = createSendCommand({
    acceptCommand,
    link,
    stored: deps.commit.flush,
    onAccepted: feed.commandAccepted,
    confirmMs,
  });
  secondPerson.onApproved('comando', createSendApproved({ directory, sendCommand }));
  const { resumeOwn, resume, endAbandoned } = createResumeUnfinished({
    ...deps,
    ...deps.devices,
    repository: deliveries,
    log,
    lanes,
  });
  const prune = createHistoryPruning(db);
  const { keepHistoryMs } = deps;
  const jobs = [
    createInterval({
      ...{ name: 'abandoned-check', everyMs: ABANDONED_CHECK_EVERY_MS, logger },
      work: endAbandoned,
    }),
    createReassertion({ ...deps, states, lanes, directory, accept: acceptCommand }),
    approvals.expiring,
  ];
  if (keepHistoryMs !== undefined)
    jobs.push(
      createInterval({
        ...{ name: 'history-pruning', everyMs: PRUNE_EVERY_MS, logger },
        work: async () => void (await prune(clock.now() - keepHistoryMs)),
      }),
    );
  const lateAudit = createLateAudit({ db, logger });
  return {
    name: 'commands',
    routes: {
      ...approvals.routes,
      ...createGroupHandlers({
        repository: groups,
        management: createGroupManagement({
          repository: groups,
          changed: (ownerId) => feed.changed('groups_changed', [ownerId]),
          clock,
        }),
      }),
      ...createCommandHandlers({
        ...{ readCommand, chooseTargets, sendCommand, secondPerson, rate },
        listFailures: createListFailures({
          repository: createFailedCommandsRepository(db),
          directory,
          states,
        }),
        history: createHistoryRepository(db),
        stopCommand: createStopCommand({ audit: lateAudit, lanes, readCommand, clock }),
        toggleLantern: createToggleLantern({ directory, states, lanes, sendCommand }),
        repeatCommand: createRepeatCommand({
          repository,
          readCommand,
          directory,
          sendCommand,
          secondPerson,
          clock,
        }),
      }),
    },
    secondPerson,
    accept: acceptCommand,
    send: sendCommand,
    chooseTargets,
    /** How long devices took to confirm. */
    confirmationTimes: measures.confirmationTimes,
    /** How many deliveries wait to be sent or confirmed. */
    countUnderWay,
    /** What became of deliveries, each time once it is stored. */
    outcomes,
    /** Another server may have accepted a newer command. */
    yieldNow,
    /** Takes up what this server left unfinished; to be done before anything else is accepted. */
    start: async () => {
      // The process may have crashed between the end of a command and its notification.
      const since = clock.now() - NOTIFIED_AFTER_A_CRASH_MS;
      deps.notify?.(() => deliveries.listOwnFailedCommandsSince(since).then(newsOf));
      await ownership.start({
        listUnderWay: () => lanes.listUnderWay().map(({ device }) => device.id),
        isUnderWay: lanes.isUnderWay,
        yieldNow,
        resume,
        letGo: () => {
          lanes.letGo();
          log.forget();
        },
        stored: deps.commit.flush,
      });
      await resumeOwn();
      await endAbandoned();
      for (const job of jobs) job.start();
      ownership.startLooking();
    },
    stop: async () => {
      await ownership.stop();
      await Promise.all(jobs.map((job) => job.stop()));
      await lateAudit.stop();
    },
    /** Stops before the link to the broker does: from then on nothing is sent and nothing expires. */
    sending: { name: 'sending', stop: stopSending },
  };
}
