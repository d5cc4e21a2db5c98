import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { RETRY_BOUNDS, type RetryBounds } from '../platform/retry-delay.ts';
import { readOrCreateSecret, type Secrets } from '../platform/secrets.ts';
import { createBrokerHandlers } from './broker.routes.ts';
import { createBrokerConfigRepository } from './broker-config.repository.ts';
import type { IncomingMessage, LinkStatus } from './broker-link.port.ts';
import { createBrokerLink } from './broker-link.ts';
import { createBrokerConfiguration } from './configure-broker.ts';
import { configuredBroker, type GivenBroker } from './configured-broker.ts';
import { createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker.adapter.ts';
import { createMqttConnector } from './mqtt-connection.adapter.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

/** How long the start waits for the broker; it goes on without it. */
const FIRST_CONNECTION_WITHIN_MS = 1500;

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
  reconnectBounds?: RetryBounds | undefined;
  clock: Clock;
  logger: Logger;
}) {
  const { settings, secrets, clock, logger } = needs;
  const statuses = createEventChannel<LinkStatus>({ name: 'link-statuses', logger });
  const clientIdPrefix = `semaforo-${randomBytes(8).toString('hex')}`;
  const embedded = embeddedBrokerOf(settings, clientIdPrefix);
  const connectToBroker = createMqttConnector({
    commandsOnReportTopic: needs.commandsOnReportTopic,
    sendsNoOwnEcho: ({ host, port }) => embedded?.address.host === host && embedded.address.port === port,
    clientIdPrefix,
  });
  const reconnectBounds = needs.reconnectBounds ?? RETRY_BOUNDS;
  const link = createBrokerLink({ connectToBroker, statuses, clock, logger, reconnectBounds });
  const configuration = createBrokerConfiguration({
    repository: createBrokerConfigRepository(needs.db),
    fallback: configuredBroker(settings.mqtt, embedded?.address),
    link,
    connectToBroker,
    secrets,
    clock,
  });

  return {
    handlers: createBrokerHandlers({ link, configuration, clock }),
    link: { status: link.status, publish: link.publish },
    /** Each time the link is made or lost. */
    statuses,
    /** Starts the embedded broker and joins the broker in use; `received` gets every message from then on. */
    start: async (received: (message: IncomingMessage) => void) => {
      await embedded?.broker.start();
      const firstTry = link.start(await configuration.current(), received);
      await Promise.race([firstTry, delay(FIRST_CONNECTION_WITHIN_MS, undefined, { ref: false })]);
    },
    stop: async () => {
      link.stop();
      await embedded?.broker.stop();
    },
  };
}

function embeddedBrokerOf(
  { embeddedBroker, dataDir }: BrokerSettings,
  ownClientIdPrefix: string,
): { broker: EmbeddedBroker; address: BrokerAccess } | undefined {
  const { host, port, username } = embeddedBroker;
  if (port === 0) return undefined;
  const password = embeddedBroker.password ?? readOrCreateSecret(join(dataDir, 'broker-password'));
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    broker: createEmbeddedBroker({ host, port, username, password, ownClientIdPrefix }),
    address: { host: reachable, port, username, password, tls: false },
  };
}
