import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import type { RetryBounds } from '../platform/retry-delay.ts';
import { readOrCreateSecret, type Secrets } from '../platform/secrets.ts';
import { createBrokerHandlers } from './broker.routes.ts';
import { createBrokerConfigRepository } from './broker-config.repository.ts';
import type { LinkStatus, Received } from './broker-link.port.ts';
import { createBrokerLink } from './broker-link.ts';
import { brokerWorkerFile } from './broker-worker-file.ts';
import { createBrokerConfiguration } from './configure-broker.ts';
import { configuredBroker, type GivenBroker } from './configured-broker.ts';
import type { DeviceLogins } from './device-logins.port.ts';
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.adapter.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess, ConnectToBroker } from './mqtt-connection.port.ts';
import { createOwnBrokerDetector } from './own-broker.ts';
import { createBrokerTrial } from './try-broker.ts';

/** How long the start waits for the broker; it goes on without it. */
const FIRST_CONNECTION_WITHIN_MS = 1500;
/** Short: a broker that is back should be used within five seconds (docs/rules.md#broker-down). */
const RECONNECT_BOUNDS: RetryBounds = { minMs: 250, maxMs: 3000 };

const SHARED_LOGIN_WARNING =
  'EMBEDDED_BROKER_SHARED_LOGIN: whoever knows the shared password can speak for every device';

type BrokerSettings = {
  dataDir: string;
  mqtt: GivenBroker;
  /** Port 0: there is no embedded broker. */
  embeddedBroker: {
    host: string;
    port: number;
    username: string;
    password: string | undefined;
    /** Devices may also log in with this username and password. */
    hasSharedLogin: boolean;
    /** A port for TLS, and the files of its certificate and key. */
    tls: { port: number; cert: string; key: string } | undefined;
  };
  commandTopic: string;
};

/** The link to the MQTT broker, which broker that is, and the embedded broker. */
export function createBrokerRoom(needs: {
  db: Kysely<Database>;
  settings: BrokerSettings;
  /** True when devices are commanded on the topic on which they report. */
  commandsOnReportTopic: boolean;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  serverId: string;
  reconnectBounds?: RetryBounds | undefined;
  /** The log-ins of devices on the embedded broker; without it they have none of their own. */
  deviceLogins?: DeviceLogins | undefined;
  /** The program of the embedded broker's thread, when it is not beside this one. */
  brokerWorker?: URL | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { settings, secrets, clock, logger } = needs;
  const statuses = createEventChannel<LinkStatus>({ name: 'link-statuses', logger });
  const clientId = clientIdOf(needs.serverId);
  const embedded = embeddedBrokerOf({ ...needs, ownClientId: clientId });
  const joinOwnBroker = createOwnBrokerDetector(
    embedded && {
      ...embedded,
      listensOn: { host: settings.embeddedBroker.host, ports: portsOf(settings.embeddedBroker) },
    },
  );
  const createConnector = (session: { clientId: () => string; keepsSession: boolean }): ConnectToBroker => {
    const connect = createMqttConnector({
      ...session,
      commandsOnReportTopic: needs.commandsOnReportTopic,
      sendsNoOwnEcho: (address) => address === embedded?.access,
      clock,
    });
    return async (address, listener) => connect(await joinOwnBroker(address), listener);
  };
  const tryBroker = createBrokerTrial(
    createConnector({ clientId: () => `${clientId}-prova-${randomUUID()}`, keepsSession: false }),
  );
  const link = createBrokerLink({
    connectToBroker: createConnector({ clientId: () => clientId, keepsSession: true }),
    tryBroker,
    statuses,
    clock,
    logger,
    reconnectBounds: needs.reconnectBounds ?? RECONNECT_BOUNDS,
  });
  const configuration = createBrokerConfiguration({
    repository: createBrokerConfigRepository(needs.db),
    fallback: configuredBroker(settings.mqtt, embedded?.shown),
    link,
    tryBroker,
    secrets,
    clock,
  });

  const sharedLogin = settings.embeddedBroker.port !== 0 && settings.embeddedBroker.hasSharedLogin;

  return {
    sharedLogin,
    handlers: createBrokerHandlers({ link, configuration, sharedLogin, clock }),
    link: { status: link.status, publish: link.publish },
    /** The broker in use and the log-in on it; undefined when there is none. */
    inUse: configuration.current,
    /** Each time the link is made or lost. */
    statuses,
    /** Starts the embedded broker and joins the broker in use; `received` gets every message from then on. */
    start: async (received: Received) => {
      if (sharedLogin) logger.warn({}, SHARED_LOGIN_WARNING);
      await embedded?.broker.start();
      const firstTry = link.start(await configuration.current(), received);
      await Promise.race([firstTry, delay(FIRST_CONNECTION_WITHIN_MS, undefined, { ref: false })]);
      // What devices say before the server listens would be lost.
      embedded?.broker.admitDevices();
    },
    stop: async () => {
      link.stop();
      await embedded?.broker.stop();
    },
  };
}

type Embedded = {
  broker: EmbeddedBroker;
  /** How the server itself joins it. */
  access: BrokerAccess;
  /** How it is shown to admins, with the log-in of the settings. */
  shown: BrokerAccess;
};

function embeddedBrokerOf(needs: {
  settings: BrokerSettings;
  ownClientId: string;
  deviceLogins?: DeviceLogins | undefined;
  brokerWorker?: URL | undefined;
  clock: Clock;
  logger: Logger;
}): Embedded | undefined {
  const { embeddedBroker, dataDir, commandTopic } = needs.settings;
  const { host, port, username, hasSharedLogin } = embeddedBroker;
  if (port === 0) return undefined;
  const password = embeddedBroker.password ?? readOrCreateSecret(join(dataDir, 'broker-password'));
  // Of this start only: nobody can know it, and nobody has to.
  const server = { username: needs.ownClientId, password: randomBytes(32).toString('base64url') };
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const at = { host: reachable, port, tls: false };
  return {
    broker: createEmbeddedBroker({
      task: {
        host,
        port,
        ownClientId: needs.ownClientId,
        server,
        shared: hasSharedLogin ? { username, password } : undefined,
        commandTopic,
      },
      tls: embeddedBroker.tls,
      deviceLogins: needs.deviceLogins,
      workerFile: needs.brokerWorker ?? brokerWorkerFile(),
      clock: needs.clock,
      logger: needs.logger,
    }),
    access: { ...at, ...server },
    shown: { ...at, username, password },
  };
}

function portsOf({ port, tls }: BrokerSettings['embeddedBroker']): number[] {
  return tls ? [port, tls.port] : [port];
}

/** The same after each start, so that the broker knows for whom it keeps what was said meanwhile. */
function clientIdOf(serverId: string): string {
  return `semaforo-${createHash('sha256').update(serverId).digest('hex').slice(0, 16)}`;
}
