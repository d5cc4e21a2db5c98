import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createBus } from './bus.ts';
import { type DeviceOwnership, SOLE_OWNER } from './cluster.port.ts';
import { createInstallationRepository } from './installation.repository.ts';
import { createNatsTransport } from './nats.adapter.ts';
import type { NatsServers } from './nats-servers.ts';
import { createDeviceOwnership, type OwnershipBroker } from './ownership/device-ownership.ts';

const WITHOUT_LOG_IN =
  'NATS_URL non ha un accesso: chiunque raggiunga NATS può leggere i messaggi fra i server e tagliarli fuori; dagli utente e password';

type Cluster = ReturnType<typeof createBus> & {
  /** Who of the servers on that broker may command which device. */
  createOwnership: (broker: OwnershipBroker) => DeviceOwnership;
};

/** The bus of a server alone: messages are neither made nor signed, and it is never isolated. */
const ALONE = {
  publish: () => undefined,
  subscribe: () => undefined,
  isIsolated: () => false,
  onChange: () => undefined,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  createOwnership: (): DeviceOwnership => SOLE_OWNER,
} satisfies Cluster;

/** Joins the servers of one installation (docs/decisions/0047-bus.md). */
export function createClusterModule(needs: {
  /** Undefined: this server is alone. */
  nats: NatsServers | undefined;
  db: Kysely<Database>;
  serverId: string;
  secrets: Pick<Secrets, 'busKey'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  counters: Pick<Counters, 'oddBusMessages'>;
  logger: Logger;
}): Cluster {
  const { nats, secrets } = needs;
  if (nats === undefined) return ALONE;
  const { tag } = createInstallationRepository(needs.db);
  const transport = createNatsTransport({ servers: nats, prefix: async () => `semaforo.${await tag()}` });
  const bus = createBus({ ...needs, key: secrets.busKey, transport });
  return {
    ...bus,
    start: () => {
      if (nats.login === undefined) needs.logger.warn({ nats: nats.addresses }, WITHOUT_LOG_IN);
      return bus.start();
    },
    createOwnership: (broker) =>
      createDeviceOwnership({ ...needs, broker, publish: () => bus.publish('lanes', {}) }),
  };
}
