import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@semaforo/contract/api/routes';
import { isUnderWay } from '@semaforo/contract/domain/delivery-state';
import { createAuditRepository } from './audit/audit.repository.ts';
import { createAuditHandlers } from './audit/audit.routes.ts';
import { type BotTiming, createBotRoom } from './bot/bot.room.ts';
import { createBrokerHandlers, toBrokerStatus } from './broker/broker.routes.ts';
import { createBrokerConfigRepository } from './broker/broker-config.repository.ts';
import type { BrokerAddress } from './broker/broker-connection.port.ts';
import { endpointOf } from './broker/broker-endpoint.ts';
import type { IncomingMessage, LinkStatus } from './broker/broker-link.port.ts';
import { createBrokerLink } from './broker/broker-link.ts';
import { createBrokerConfiguration } from './broker/configure-broker.ts';
import { createEmbeddedBroker, type EmbeddedBroker } from './broker/embedded-broker.adapter.ts';
import { createMqttConnector } from './broker/mqtt-connection.adapter.ts';
import { createAcceptCommand } from './commands/accept-command.ts';
import { createCommandHandlers } from './commands/command.routes.ts';
import { createCommandLanes, DEVICE_CHANGED } from './commands/command-lanes.ts';
import { createProgressView, toDeliveryRecord } from './commands/command-progress.ts';
import { commandsOnReportTopic } from './commands/command-topic.ts';
import { createCommandsRepository } from './commands/commands.repository.ts';
import type { Delivery } from './commands/delivery.ts';
import type { DeliveryChange } from './commands/delivery-changes.repository.ts';
import { createDeliveryLog } from './commands/delivery-log.ts';
import { createFailedCommandsRepository } from './commands/failed-commands.repository.ts';
import { createHistoryRepository } from './commands/history.repository.ts';
import { createNewerElsewhereRepository } from './commands/newer-elsewhere.repository.ts';
import { createRepeatCommand } from './commands/repeat-command.ts';
import { createResumeUnfinished } from './commands/resume-unfinished.ts';
import { createSendCommand } from './commands/send-command.ts';
import { createToggleLantern } from './commands/toggle-lantern.ts';
import { createUnfinishedDeliveriesRepository } from './commands/unfinished-deliveries.repository.ts';
import { createYieldToNewer } from './commands/yield-to-newer.ts';
import type { Config } from './config.ts';
import { connectToDatabase } from './database/connect-to-database.ts';
import { lockDataDir } from './database/data-dir-lock.ts';
import { openDatabase } from './database/engine.ts';
import { migrate } from './database/migrate.ts';
import { createCsvImportRepository } from './devices/csv-import.repository.ts';
import { createDeviceHandlers } from './devices/device.routes.ts';
import { createDeviceCsvHandlers } from './devices/device-csv.routes.ts';
import { createDeviceDirectory } from './devices/device-directory.ts';
import type { DeviceListEvent } from './devices/device-events.ts';
import { createDeviceListVersionRepository } from './devices/device-list-version.repository.ts';
import { toStatusRecord } from './devices/device-records.ts';
import { createDeviceStatesRepository } from './devices/device-states.repository.ts';
import { createDeviceStates } from './devices/device-states.ts';
import { createDevicesRepository } from './devices/devices.repository.ts';
import { createCsvImport } from './devices/import-csv.ts';
import { type KnownDevice, labelOf } from './devices/known-device.ts';
import { createDeviceManagement } from './devices/manage-devices.ts';
import { createRefreshDirectory } from './devices/refresh-directory.ts';
import { createWrittenLists } from './devices/written-lists.ts';
import { createHttpServer } from './http/http-server.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createIdempotentAnswersRepository } from './http/idempotent-answers.repository.ts';
import { listen } from './http/listen.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { mountApiDescription } from './http/openapi.routes.ts';
import { mountOperations } from './http/operations.routes.ts';
import { createIncomingMessageFlow } from './incoming-message.flow.ts';
import { createLiveFeed } from './live/live-feed.ts';
import { createLiveServer } from './live/socket-io.adapter.ts';
import type { Actor } from './platform/actor.ts';
import { type Clock, type Stopwatch, systemClock, systemStopwatch } from './platform/clock.ts';
import { createClockWatch } from './platform/clock-watch.ts';
import { createCounters } from './platform/counters.ts';
import { createEventChannel } from './platform/event-channel.ts';
import { createLimiter } from './platform/limiter.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { type Part, startAll, stopAll } from './platform/parts.ts';
import { createRepeating } from './platform/repeating.ts';
import { RETRY_BOUNDS, type RetryBounds } from './platform/retry-delay.ts';
import { loadSecrets, readOrCreateSecret } from './platform/secrets.ts';
import { createClockStepsRepository } from './schedules/clock-steps.repository.ts';
import { createDueSchedulesRepository } from './schedules/due-schedules.repository.ts';
import { createRunDueSchedules } from './schedules/run-due-schedules.ts';
import { createScheduleHandlers } from './schedules/schedule.routes.ts';
import type { ScheduleEvent } from './schedules/schedule-events.ts';
import { createScheduleRunner } from './schedules/schedule-runner.ts';
import { createSchedulesRepository } from './schedules/schedules.repository.ts';
import { createSettingsRepository } from './settings/settings.repository.ts';
import { createSettingsHandlers } from './settings/settings.routes.ts';
import { createAuthenticate } from './users/authenticate.ts';
import { ensureFirstAdmin } from './users/ensure-first-admin.ts';
import { createLogIn } from './users/log-in.ts';
import { createLogInThrottle } from './users/log-in-throttle.ts';
import { createUserManagement } from './users/manage-users.ts';
import { createPasswords } from './users/passwords.adapter.ts';
import { createTokens } from './users/tokens.adapter.ts';
import { createUserHandlers } from './users/user.routes.ts';
import type { UserEvent } from './users/user-events.ts';
import { createUsersRepository } from './users/users.repository.ts';

const SILENCE_CHECK_EVERY_MS = 5000;
/** Who was revoked elsewhere (another server, the database) is out within a second. */
const REVOCATION_CHECK_EVERY_MS = 500;
/** What other servers on the same database did is known within a second. */
const OTHER_SERVERS_CHECK_EVERY_MS = 500;
/** What another server left behind when it ended for good. */
const ABANDONED_CHECK_EVERY_MS = 60_000;
/** How long the start waits for the broker; it goes on without it. */
const FIRST_CONNECTION_WITHIN_MS = 1500;
/** SIGTERM ends the process within ten seconds, whatever hangs. */
const STOP_WITHIN_MS = 9000;
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export type Started = {
  url: string;
  /** The log-in of the first admin, when its password was made up in this start. */
  firstAdmin: { username: string; password: string } | undefined;
};

export type App = {
  /** Rejects with a StartupError for what a person can mend; what was started by then is stopped again. */
  start: () => Promise<Started>;
  /** Takes at most STOP_WITHIN_MS. Resolves to false when a part hung or failed; that is logged. Never rejects. */
  stop: () => Promise<boolean>;
};

/** What only tests replace. */
export type Surroundings = {
  clock?: Clock;
  stopwatch?: Stopwatch;
  logger?: Logger;
  reconnectBounds?: RetryBounds;
  botTiming?: BotTiming;
};

/**
 * Puts the server together: the one file that knows everyone. It holds the data folder from here on (a DataDirInUseError says that another
 * process does), but nothing runs before `start`; `stop` undoes it in reverse order.
 */
export async function createApp(config: Config, surroundings: Surroundings = {}): Promise<App> {
  const { clock = systemClock, stopwatch = systemStopwatch } = surroundings;
  const { logger = createLogger(config.logLevel) } = surroundings;
  const unlock = lockDataDir(config.dataDir);
  const counters = createCounters();
  const database = openDatabase({
    ...config,
    connectionLost: (error) => {
      counters.lostDatabaseConnections.inc();
      logger.warn({ err: error }, 'a connection to PostgreSQL was lost');
    },
  });
  const { db, engine } = database;
  const secrets = loadSecrets(config);
  // Kept in the data folder, which is locked: no two servers that run have the same.
  const serverId = readOrCreateSecret(join(config.dataDir, 'server-id'));
  const channel = <Event>(name: string) => createEventChannel<Event>({ name, logger });

  const incoming = channel<IncomingMessage>('incoming-messages');
  const linkStatuses = channel<LinkStatus>('link-statuses');
  const stateChanges = channel<KnownDevice>('state-changes');
  const deviceList = channel<DeviceListEvent>('device-list');
  const progress = channel<Delivery>('progress');
  const userEvents = channel<UserEvent>('user-events');
  const scheduleEvents = channel<ScheduleEvent>('schedule-events');

  // Broker
  const clientIdPrefix = `semaforo-${randomBytes(8).toString('hex')}`;
  const embedded = embeddedBrokerOf(config, clientIdPrefix);
  const connectToBroker = createMqttConnector({
    commandsOnReportTopic: commandsOnReportTopic(config.commandTopic),
    sendsNoOwnEcho: ({ host, port }) => embedded?.address.host === host && embedded.address.port === port,
    clientIdPrefix,
  });
  const link = createBrokerLink({
    connectToBroker,
    messages: incoming,
    statuses: linkStatuses,
    clock,
    logger,
    reconnectBounds: surroundings.reconnectBounds ?? RETRY_BOUNDS,
  });
  const brokerConfiguration = createBrokerConfiguration({
    repository: createBrokerConfigRepository(db),
    fallback: configuredBroker(config, embedded?.address),
    link,
    connectToBroker,
    secrets,
    clock,
  });

  // Devices
  const exclusive = createLimiter(1);
  const devices = createDevicesRepository(db);
  const deviceStates = createDeviceStatesRepository(db);
  const directory = createDeviceDirectory();
  const states = createDeviceStates({
    save: deviceStates.save,
    findDevice: directory.findById,
    changes: stateChanges,
    silenceMs: config.deviceSilenceMs,
    clock,
    stopwatch,
    logger,
  });
  const deviceManagement = createDeviceManagement({
    repository: devices,
    directory,
    states,
    listEvents: deviceList,
    exclusive,
    clock,
  });
  const importCsv = createCsvImport({
    repository: { ...devices, ...createCsvImportRepository(db) },
    directory,
    states,
    listEvents: deviceList,
    exclusive,
    clock,
  });

  // Bot
  const commands = createCommandsRepository(db, serverId);
  const schedules = createSchedulesRepository(db);
  const bot = createBotRoom({
    db,
    serverId,
    config: config.telegram,
    devices: { directory, states },
    brokerState: link.status,
    findSchedule: schedules.find,
    findCommand: commands.find,
    failedCommands: createFailedCommandsRepository(db, serverId),
    clock,
    stopwatch,
    logger,
    timing: surroundings.botTiming,
  });

  // Commands
  const lanes = createCommandLanes({
    link,
    linkStatuses,
    states,
    progress,
    confirmMs: config.commandConfirmMs,
    clock,
  });
  const saveChanges = async (changes: readonly DeliveryChange[]) => {
    for (const missed of await commands.saveChanges(changes)) {
      scheduleEvents.publish({ ...missed, outcome: 'mancata' });
    }
    const ended = changes.filter(({ state }) => !isUnderWay(state));
    if (ended.length > 0) bot.deliveriesEnded(ended.map(({ id }) => id));
  };
  const deliveryLog = createDeliveryLog({ progress, saveChanges, clock, logger });
  const acceptCommand = createAcceptCommand({
    repository: commands,
    states,
    lanes,
    commandTopic: config.commandTopic,
    exclusive,
    clock,
  });
  const sendCommand = createSendCommand({
    acceptCommand,
    link,
    storeProgress: deliveryLog.flush,
    onAccepted: (authorId, accepted) => feed.commandAccepted(authorId, accepted),
    confirmMs: config.commandConfirmMs,
  });

  const { resumeOwn, endAbandoned } = createResumeUnfinished({
    repository: createUnfinishedDeliveriesRepository(db, serverId),
    saveChanges,
    directory,
    states,
    lanes,
    commandTopic: config.commandTopic,
    confirmMs: config.commandConfirmMs,
    clock,
  });
  const abandonedCheck = createRepeating({
    name: 'abandoned-check',
    everyMs: ABANDONED_CHECK_EVERY_MS,
    logger,
    work: endAbandoned,
  });

  // Other servers, which only PostgreSQL lets in
  const refreshDirectory =
    engine === 'postgres'
      ? createRefreshDirectory({
          repository: { ...devices, ...createDeviceListVersionRepository(db) },
          statesRepository: deviceStates,
          directory,
          states,
          listEvents: deviceList,
          exclusive,
        })
      : () => Promise.resolve();
  const yieldToNewer = createYieldToNewer({ repository: createNewerElsewhereRepository(db), lanes });
  const otherServersCheck = createRepeating({
    name: 'other-servers-check',
    everyMs: OTHER_SERVERS_CHECK_EVERY_MS,
    logger,
    work: async () => {
      await refreshDirectory();
      await yieldToNewer();
    },
  });

  // Schedules
  const dueSchedules = createDueSchedulesRepository(db, engine, serverId);
  const clockSteps = createClockStepsRepository(db);
  const targetsOf: Parameters<typeof createRunDueSchedules>[0]['targetsOf'] = (author, schedule) =>
    directory.list(author, schedule.deviceType).map((device) => ({ device, value: schedule.color }));
  const runDue = createRunDueSchedules({
    repository: dueSchedules,
    targetsOf,
    acceptCommand,
    events: scheduleEvents,
    lateWithinMs: config.scheduleLateMs,
    clock,
    logger,
  });
  const scheduleRunner = createScheduleRunner({
    // With the devices of that moment, whichever server they were changed by.
    runDue: async () => {
      await refreshDirectory();
      await runDue();
    },
    nextDueAfter: dueSchedules.nextDueAfter,
    clock,
    logger,
  });

  const clockWatch = createClockWatch({
    clock,
    stopwatch,
    stepped: (step) => {
      logger.warn(step, 'the clock was set');
      clockSteps
        .add(step)
        .then(() => feed.schedulesChanged('everyone'))
        .catch((error: unknown) => logger.error({ err: error }, 'a step of the clock could not be stored'));
    },
  });

  // Users
  const users = createUsersRepository(db, engine);
  const passwords = createPasswords();
  const tokens = createTokens({ key: secrets.tokenKey, clock });
  const throttle = createLogInThrottle();
  const authenticate = createAuthenticate({ tokens, repository: users });
  const userManagement = createUserManagement({
    repository: users,
    passwords,
    tokens,
    throttle,
    events: userEvents,
    clock,
  });

  // HTTP and socket
  const http = await createHttpServer({
    logger,
    webRoot: WEB_ROOT,
    tileUrl: config.publicSettings.tileUrl,
    trustedProxies: config.http.trustedProxies,
  });
  const live = createLiveServer({ httpServer: http.server, authenticate, standingsOf: users.standingsOf });
  const revocationCheck = createRepeating({
    name: 'revocation-check',
    everyMs: REVOCATION_CHECK_EVERY_MS,
    logger,
    work: live.endRevoked,
  });
  const feed = createLiveFeed({ live, logger });
  let ready = false;
  mountOperations(http, {
    // A write that changes nothing still needs a database that takes writes.
    isReady: () =>
      ready
        ? db
            .updateTable('users')
            .set({ created_at: 0 })
            .where('id', '=', -1)
            .execute()
            .then(
              () => true,
              () => false,
            )
        : Promise.resolve(false),
    metrics: () => counters.registry.metrics(),
    metricsToken: config.metricsToken,
  });
  mountApiDescription(http);
  mountRoutes(http, {
    routes,
    authenticate: async (token): Promise<Actor | undefined> => (await authenticate(token))?.actor,
    idempotency: createIdempotency({ repository: createIdempotentAnswersRepository(db), clock }),
    handlers: {
      ...createUserHandlers({
        repository: users,
        logIn: createLogIn({ repository: users, passwords, tokens, throttle, clock }),
        management: userManagement,
      }),
      ...createSettingsHandlers({
        repository: createSettingsRepository(db),
        publicSettings: config.publicSettings,
        clock,
      }),
      ...createBrokerHandlers({ link, configuration: brokerConfiguration, clock }),
      ...bot.handlers,
      ...createDeviceHandlers({
        directory,
        states,
        management: deviceManagement,
        lists: createWrittenLists({ directory, states }),
        repository: devices,
      }),
      ...createDeviceCsvHandlers({ directory, repository: devices, importCsv }),
      ...createCommandHandlers({
        repository: commands,
        history: createHistoryRepository(db),
        directory,
        sendCommand,
        toggleLantern: createToggleLantern({ directory, states, lanes, sendCommand }),
        repeatCommand: createRepeatCommand({ repository: commands, directory, sendCommand, clock }),
      }),
      ...createScheduleHandlers({
        repository: schedules,
        clockSteps,
        targetsOf,
        labelOf: ({ device }) => labelOf(device),
        events: scheduleEvents,
        clock,
      }),
      ...createAuditHandlers({ repository: createAuditRepository(db) }),
    },
  });

  // Who is told of what
  const hear = createIncomingMessageFlow({
    directory,
    states,
    feed,
    lanes,
    notifyBot: bot.deviceChanged,
    countIgnored: (reason) => counters.ignoredMessages.inc({ reason }),
  });
  incoming.subscribe((message) => {
    counters.liveMessages.inc();
    hear(message);
  });
  linkStatuses.subscribe((status) => {
    states.setListening(status.connected ? status.since : null);
    feed.brokerStatus(toBrokerStatus(status, clock.now()));
    bot.brokerChanged(status);
  });
  stateChanges.subscribe((device) => {
    feed.deviceChanged(device.ownerId, device.id, () => toStatusRecord(states, device));
    bot.deviceChanged(device);
  });
  const viewProgress = createProgressView();
  progress.subscribe((delivery) => {
    feed.progress(delivery.device.ownerId, viewProgress(delivery.command), toDeliveryRecord(delivery));
  });
  deviceList.subscribe(({ owners, replaced }) => {
    if (replaced) lanes.abandon(replaced.id, DEVICE_CHANGED);
    feed.devicesChanged(owners);
    bot.devicesChanged(owners, replaced);
  });
  userEvents.subscribe(({ kind, userId }) => {
    live.disconnectUser(userId);
    if (kind === 'deleted' && directory.releaseOwner(userId)) feed.devicesChanged([]);
    if (kind === 'deleted') feed.schedulesChanged(null);
  });
  scheduleEvents.subscribe(({ scheduleId, authorId, outcome }) => {
    feed.schedulesChanged(authorId);
    if (outcome === 'mancata') bot.scheduleMissed({ scheduleId, authorId });
    if (outcome === null) scheduleRunner.reconsider();
  });

  let silenceCheck: NodeJS.Timeout | undefined;
  let firstAdmin: Started['firstAdmin'];
  let url = '';
  // Whatever may still ask, command or fail stops before what it would tell, and the database last.
  const parts: Part[] = [
    { name: 'data folder', stop: unlock },
    {
      name: 'database',
      start: async () => {
        await connectToDatabase(database);
        await migrate(database);
      },
      stop: database.close,
    },
    {
      name: 'users',
      start: async () => {
        firstAdmin = await ensureFirstAdmin({
          repository: users,
          management: userManagement,
          ...config.firstAdmin,
        });
      },
    },
    {
      name: 'devices',
      start: async () => {
        directory.load(await devices.listAll());
        states.load(await deviceStates.listAll());
      },
      stop: states.stop,
    },
    { name: 'live feed', stop: feed.stop },
    { name: 'bot', start: bot.start, stop: bot.stop },
    {
      name: 'commands',
      start: async () => {
        await resumeOwn();
        await endAbandoned();
        abandonedCheck.start();
      },
      stop: async () => {
        await abandonedCheck.stop();
        await deliveryLog.stop();
      },
    },
    { name: 'claims of schedules', start: dueSchedules.releaseOwn },
    {
      name: 'embedded broker',
      start: async () => {
        await embedded?.broker.start();
      },
      stop: () => embedded?.broker.stop(),
    },
    {
      name: 'broker link',
      start: async () => {
        const broker = await brokerConfiguration.current();
        if (broker) await atMost(FIRST_CONNECTION_WITHIN_MS, link.start(broker));
      },
      stop: link.stop,
    },
    { name: 'command lanes', stop: lanes.stop },
    {
      name: 'silence check',
      start: () => {
        silenceCheck = setInterval(states.checkSilence, SILENCE_CHECK_EVERY_MS);
      },
      stop: () => clearInterval(silenceCheck),
    },
    { name: 'revocation check', ...revocationCheck },
    {
      name: 'other servers check',
      start: () => {
        if (engine === 'postgres') otherServersCheck.start();
      },
      stop: otherServersCheck.stop,
    },
    { name: 'clock watch', ...clockWatch },
    { name: 'schedules', start: scheduleRunner.start, stop: scheduleRunner.stop },
    {
      name: 'HTTP',
      start: async () => {
        url = await listen(http, config.http);
      },
      // Together: the socket's server waits for the connections that only closing HTTP ends.
      stop: async () => {
        await Promise.all([live.stop(), http.close()]);
      },
    },
  ];
  const stopping = { withinMs: STOP_WITHIN_MS, logger };
  return {
    start: async () => {
      await startAll(parts, stopping);
      ready = true;
      return { url, firstAdmin };
    },
    stop: () => {
      ready = false;
      return stopAll(parts, stopping);
    },
  };
}

function embeddedBrokerOf(
  config: Config,
  ownClientIdPrefix: string,
): { broker: EmbeddedBroker; address: BrokerAddress } | undefined {
  const { host, port, username, password: given } = config.embeddedBroker;
  if (port === 0) return undefined;
  const password = given ?? readOrCreateSecret(join(config.dataDir, 'broker-password'));
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    broker: createEmbeddedBroker({ host, port, username, password, ownClientIdPrefix }),
    address: { host: reachable, port, username, password, tls: false },
  };
}

/** The broker of the settings: what MQTT_… leaves out is the embedded broker's. Undefined when there is none at all. */
function configuredBroker(config: Config, embedded: BrokerAddress | undefined): BrokerAddress | undefined {
  const { host, port, username, password } = config.mqtt;
  if (host === undefined && port === undefined && !embedded) return undefined;
  return {
    ...endpointOf(host ?? embedded?.host ?? '127.0.0.1', port ?? embedded?.port ?? 1883),
    username: username ?? embedded?.username ?? '',
    password: password ?? embedded?.password ?? '',
  };
}

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}
