import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import { createDebouncedJob } from '../platform/debounced-job.ts';
import { createEventChannel, type Events } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createBrokerHandlers, toBrokerStatus } from './broker.routes.ts';
import { createBrokerConfigRepository } from './broker-config.repository.ts';
import type { LinkStatus, Received } from './broker-link.port.ts';
import { createBrokerLink } from './broker-link.ts';
import { createBrokerConfiguration } from './configure-broker.ts';
import { configuredBroker } from './configured-broker.ts';
import { deviceConnection, listeningOf } from './device-connection.ts';
import type { DeviceLogins, RefusedLogIn } from './device-logins.port.ts';
import { createEmbeddedBroker } from './embedded-broker.adapter.ts';
import { type BrokerSettings, clientIdOf, embeddedBrokerTask } from './embedded-broker-task.ts';
import { evictServer } from './evict-server.ts';
import { createListeningPlace } from './listening-place.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess, CreateConnector } from './mqtt-connection.port.ts';
import { createOwnBrokerDetector } from './own-broker.ts';
import { createSetReach } from './set-reach.ts';
import { createSimulatedDevices, type Played } from './simulated-devices.ts';
import { createBrokerTrial } from './try-broker.ts';

/** How long the start waits for the broker; it goes on without it. */
const FIRST_CONNECTION_WITHIN_MS = 1500;
/** Short: a broker that is back should be used within five seconds (docs/rules.md#broker-down). */
const RECONNECT_BOUNDS: RetryBounds = { minMs: 250, maxMs: 3000 };

/** After a change of the list of devices, which may be one of many. */
const SIMULATED_AFTER_MS = 200;

const SHARED_LOGIN_WARNING =
  'EMBEDDED_BROKER_SHARED_LOGIN: whoever knows the shared password can speak for every device';

/** The link to the MQTT broker, which broker that is, and the embedded broker. */
export function createBrokerModule(deps: {
  db: Kysely<Database>;
  settings: BrokerSettings;
  /** True when devices are commanded on the topic on which they report. */
  commandsOnReportTopic: boolean;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  serverId: string;
  reconnectBounds?: RetryBounds | undefined;
  /** The log-ins of devices on the embedded broker; without it they have none of their own. */
  deviceLogins?: DeviceLogins | undefined;
  devices: {
    /** The devices that the server itself plays on its embedded broker. */
    simulated: () => readonly Played[];
    /** The limits of the embedded broker follow how many devices are known. */
    directory: { count: () => number };
    listEvents: Events<unknown>;
    onBroker: {
      /** Gets every message. */
      received: Received;
      linkChanged: (status: LinkStatus) => void;
      /** The embedded broker did not let in a client. */
      refused: (logIn: RefusedLogIn) => void;
      /** The embedded broker cut off a device that says more than it may. */
      rateExceeded: (key: string) => void;
    };
  };
  feed: LiveFeed;
  /** In place of MQTT over the network. */
  createConnector?: CreateConnector | undefined;
  /** The program of the embedded broker's thread, when it is not beside this one. */
  brokerWorker?: URL | undefined;
  counters: Pick<Counters, 'ignoredMessages' | 'registry'>;
  clock: Clock;
  logger: Logger;
}) {
  const { settings, secrets, clock, logger } = deps;
  const { directory, listEvents, onBroker } = deps.devices;
  const statuses = createEventChannel<LinkStatus>({ name: 'link-statuses', logger });
  const clientId = clientIdOf(deps.serverId);
  const place = createListeningPlace({ dataDir: settings.dataDir, given: settings.embeddedBroker.host });
  const embedded = embeddedBrokerTask({ settings, host: place.host(), ownClientId: clientId });
  const embeddedBroker =
    embedded &&
    createEmbeddedBroker({
      task: embedded.task,
      tls: settings.embeddedBroker.tls,
      deviceLogins: deps.deviceLogins,
      countDevices: directory.count,
      refused: onBroker.refused,
      rateExceeded: onBroker.rateExceeded,
      unheard: ({ refused, elsewhere }) => {
        deps.counters.ignoredMessages.inc({ reason: 'not-allowed' }, refused);
        deps.counters.ignoredMessages.inc({ reason: 'not-a-report' }, elsewhere);
      },
      workerFile: deps.brokerWorker ?? brokerWorkerFile(),
      clock,
      logger,
    });
  if (embeddedBroker) listEvents.subscribe(embeddedBroker.devicesChanged);
  const simulatedDevices =
    embedded &&
    createSimulatedDevices({
      access: embedded.simulator,
      commandTopic: settings.commandTopic,
      list: deps.devices.simulated,
      logger,
    });
  const playing = createDebouncedJob({
    name: 'simulated-devices',
    delayMs: SIMULATED_AFTER_MS,
    logger,
    work: async () => simulatedDevices?.follow(),
  });
  if (simulatedDevices) listEvents.subscribe(playing.request);
  const joinOwnBroker = createOwnBrokerDetector(
    embedded && { ...embedded, listensOn: () => ({ ...embedded.listensOn, host: place.host() }) },
  );
  const createNetworkConnector: CreateConnector = (session) => {
    const connect = createMqttConnector({
      ...session,
      commandsOnReportTopic: deps.commandsOnReportTopic,
      sendsNoOwnEcho: (address) => address === embedded?.access,
      clock,
    });
    return async (address, listener) => connect(await joinOwnBroker(address), listener);
  };
  const { createConnector = createNetworkConnector } = deps;
  const tryBroker = createBrokerTrial(
    createConnector({ clientId: () => `${clientId}-prova-${randomUUID()}`, keepsSession: false }),
  );
  const link = createBrokerLink({
    connectToBroker: createConnector({ clientId: () => clientId, keepsSession: true }),
    tryBroker,
    statuses,
    clock,
    logger,
    reconnectBounds: deps.reconnectBounds ?? RECONNECT_BOUNDS,
  });
  addMeasuredGauge(deps.counters.registry, {
    name: 'semaforo_broker_connected',
    help: '1 while the server is linked to the broker',
    read: () => (link.status().connected ? 1 : 0),
  });
  const saved = createEventChannel<null>({ name: 'saved-brokers', logger });
  const configuration = createBrokerConfiguration({
    saved: () => saved.publish(null),
    repository: createBrokerConfigRepository(deps.db),
    fallback: configuredBroker(settings.mqtt, embedded?.shown),
    link,
    tryBroker,
    secrets,
    clock,
    logger,
  });

  const following = createDebouncedJob({
    name: 'follow-broker',
    delayMs: 0,
    logger,
    work: configuration.follow,
  });

  const sharedLogin = settings.embeddedBroker.port !== 0 && settings.embeddedBroker.hasSharedLogin;

  /** Also by a relay: only the server has its log-in there. */
  const isOwnBroker = async (inUse: BrokerAccess | undefined) =>
    inUse !== undefined && (await joinOwnBroker(inUse)).username === embedded?.access.username;

  const connection = async () => {
    const inUse = await configuration.current();
    if (!inUse) return undefined;
    const isOwn = embedded !== undefined && (await joinOwnBroker(inUse)) === embedded.access;
    const listening = isOwn ? listeningOf({ ...settings.embeddedBroker, host: place.host() }) : undefined;
    return { ...deviceConnection(inUse, listening), reachIsGiven: place.isGiven };
  };
  const setReach = createSetReach({ db: deps.db, place, broker: embeddedBroker, clock });

  return {
    name: 'broker',
    sharedLogin,
    routes: createBrokerHandlers({ link, configuration, connection, setReach, sharedLogin, clock }),
    link: { status: link.status, publish: link.publish, announce: link.announce, probe: link.probe },
    /** The broker in use and the log-in on it; undefined when there is none. */
    inUse: configuration.current,
    /** Ends the connection that another server may still have to the broker in use; false: it was not reached. */
    evict: async (serverId: string) => {
      const inUse = link.status().connected ? link.address() : undefined;
      return inUse !== undefined && evictServer(await joinOwnBroker(inUse), clientIdOf(serverId));
    },
    /** Each time another broker is saved here. */
    saved,
    /** Another server may have saved another broker. */
    follow: following.request,
    /** Each time the link is made or lost. */
    statuses,
    /** Starts the embedded broker and joins the broker in use. */
    start: async () => {
      // Subscribed now, after those that command.
      statuses.subscribe(onBroker.linkChanged);
      statuses.subscribe((status) =>
        deps.feed.brokerStatus(toBrokerStatus(status, { sharedLogin, now: clock.now() })),
      );
      if (sharedLogin) logger.warn({}, SHARED_LOGIN_WARNING);
      const inUse = await configuration.current();
      await embeddedBroker?.start({ isOwn: await isOwnBroker(inUse) });
      const firstTry = link.start(inUse, onBroker.received);
      // A peer may have saved another one since that was read.
      following.request();
      await Promise.race([firstTry, delay(FIRST_CONNECTION_WITHIN_MS, undefined, { ref: false })]);
      // What devices say before the server listens would be lost.
      embeddedBroker?.admitDevices();
      if (simulatedDevices) playing.request();
    },
    stop: async () => {
      await following.stop();
      await playing.stop();
      await simulatedDevices?.stop();
      link.stop();
      await embeddedBroker?.stop();
    },
  };
}

/** The program of the embedded broker's thread: beside the bundle, or its source where the server runs from sources. */
function brokerWorkerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './embedded/broker-worker.ts' : './broker-worker.js', import.meta.url);
}
