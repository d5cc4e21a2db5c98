import { createHash, randomUUID } from 'node:crypto';
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
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.adapter.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';
import { createBrokerTrial } from './try-broker.ts';

/** How long the start waits for the broker; it goes on without it. */
const FIRST_CONNECTION_WITHIN_MS = 1500;
/** Short: a broker that is back should be used within five seconds (docs/rules.md#broker-down). */
const RECONNECT_BOUNDS: RetryBounds = { minMs: 250, maxMs: 3000 };

type BrokerSettings = {
  dataDir: string;
  mqtt: GivenBroker;
  /** Port 0: there is no embedded broker. */
  embeddedBroker: { host: string; port: number; username: string; password: string | undefined };
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
  /** The program of the embedded broker's thread, when it is not beside this one. */
  brokerWorker?: URL | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { settings, secrets, clock, logger } = needs;
  const statuses = createEventChannel<LinkStatus>({ name: 'link-statuses', logger });
  const clientId = clientIdOf(needs.serverId);
  const embedded = embeddedBrokerOf(settings, {
    ownClientId: clientId,
    workerFile: needs.brokerWorker ?? brokerWorkerFile(),
    logger,
  });
  const connectorNeeds = {
    commandsOnReportTopic: needs.commandsOnReportTopic,
    sendsNoOwnEcho: ({ host, port }: BrokerAccess) =>
      embedded?.address.host === host && embedded.address.port === port,
    clock,
  };
  const tryBroker = createBrokerTrial(
    createMqttConnector({
      ...connectorNeeds,
      clientId: () => `${clientId}-prova-${randomUUID()}`,
      keepsSession: false,
    }),
  );
  const link = createBrokerLink({
    connectToBroker: createMqttConnector({ ...connectorNeeds, clientId: () => clientId, keepsSession: true }),
    tryBroker,
    statuses,
    clock,
    logger,
    reconnectBounds: needs.reconnectBounds ?? RECONNECT_BOUNDS,
  });
  const configuration = createBrokerConfiguration({
    repository: createBrokerConfigRepository(needs.db),
    fallback: configuredBroker(settings.mqtt, embedded?.address),
    link,
    tryBroker,
    secrets,
    clock,
  });

  return {
    handlers: createBrokerHandlers({ link, configuration, clock }),
    link: { status: link.status, publish: link.publish },
    /** Each time the link is made or lost. */
    statuses,
    /** Starts the embedded broker and joins the broker in use; `received` gets every message from then on. */
    start: async (received: Received) => {
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

function embeddedBrokerOf(
  { embeddedBroker, dataDir }: BrokerSettings,
  needs: { ownClientId: string; workerFile: URL; logger: Logger },
): { broker: EmbeddedBroker; address: BrokerAccess } | undefined {
  const { host, port, username } = embeddedBroker;
  if (port === 0) return undefined;
  const password = embeddedBroker.password ?? readOrCreateSecret(join(dataDir, 'broker-password'));
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    broker: createEmbeddedBroker({ host, port, username, password, ...needs }),
    address: { host: reachable, port, username, password, tls: false },
  };
}

/** The same after each start, so that the broker knows for whom it keeps what was said meanwhile. */
function clientIdOf(serverId: string): string {
  return `semaforo-${createHash('sha256').update(serverId).digest('hex').slice(0, 16)}`;
}
