import type { ClockEvent } from '@semaforo/contract/live/events';
import type { Kysely } from 'kysely';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { Clock, MonotonicClock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import type { Part } from '../platform/parts.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createBus } from './bus.ts';
import { type Cluster, type DeviceOwnership, type PeerSync, SOLE_OWNER } from './cluster.port.ts';
import { createInstallationRepository } from './installation.repository.ts';
import { createNatsTransport } from './nats.adapter.ts';
import type { NatsServers } from './nats-servers.ts';
import { createDeviceOwnership, type OwnershipBroker } from './ownership/device-ownership.ts';
import { createPeerSync } from './peer-sync.ts';
import { createPublishChanges } from './publish-changes.ts';

const WITHOUT_LOG_IN =
  'NATS_URL non ha un accesso: chiunque raggiunga NATS può leggere i messaggi fra i server e tagliarli fuori; dagli utente e password';

type ClusterModule = Part &
  Cluster &
  ReturnType<typeof createBus> & {
    /** Who of the servers on that broker may command which device. */
    createOwnership: (broker: OwnershipBroker) => DeviceOwnership;
    /** What `/readyz` says of a server that is ready. */
    readiness: () => 'isolated' | 'ready';
    /** What pages are told with the time. */
    clockNotice: () => Pick<ClockEvent, 'isolated'>;
    /** Reads what peers stored, between start and stop. */
    syncing: Part;
  };

/** Without a bus: messages are neither made nor signed, and the server is never isolated. */
const NO_BUS: ReturnType<typeof createBus> = {
  publish: () => undefined,
  subscribe: () => undefined,
  isIsolated: () => false,
  onChange: () => undefined,
  start: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

/** Where no other server can be: nothing is read. */
const NO_SYNC: PeerSync<unknown> = {
  hint: () => undefined,
  flush: () => Promise.resolve(),
  read: () => Promise.resolve(),
};

/** Joins the servers of one installation (docs/decisions/0047-message-bus.md). */
export function createClusterModule(deps: {
  /** Undefined: servers on one database only poll it. */
  nats: NatsServers | undefined;
  engine: Engine;
  db: Kysely<Database>;
  serverId: string;
  secrets: Pick<Secrets, 'busKey'>;
  clock: Clock;
  monotonicClock: MonotonicClock;
  counters: Pick<Counters, 'oddBusMessages'>;
  logger: Logger;
}): ClusterModule {
  const { nats, engine, logger } = deps;
  const syncs: Required<Pick<Part, 'start' | 'stop'>>[] = [];
  const bus = nats ? joinNats(nats, deps) : NO_BUS;
  return {
    name: 'cluster',
    ...bus,
    sync: (resource) => {
      // Only PostgreSQL lets in other servers.
      if (engine === 'sqlite') return NO_SYNC;
      const sync = createPeerSync(resource, logger);
      syncs.push(sync);
      return sync;
    },
    publishChanges: (stored) =>
      nats ? createPublishChanges(stored, (ids) => bus.publish('devices', { ids })) : () => undefined,
    createOwnership: (broker) =>
      nats ? createDeviceOwnership({ ...deps, broker, publish: () => bus.publish('lanes', {}) }) : SOLE_OWNER,
    readiness: () => (bus.isIsolated() ? 'isolated' : 'ready'),
    clockNotice: () => (bus.isIsolated() ? { isolated: true } : {}),
    syncing: {
      name: 'peer sync',
      start: () => {
        for (const { start } of syncs) start();
      },
      stop: () => Promise.all(syncs.map(({ stop }) => stop())),
    },
  };
}

function joinNats(
  nats: NatsServers,
  deps: Pick<Parameters<typeof createClusterModule>[0], 'db' | 'secrets' | 'clock' | 'counters' | 'logger'>,
) {
  const { tag } = createInstallationRepository(deps.db);
  const transport = createNatsTransport({ servers: nats, prefix: async () => `semaforo.${await tag()}` });
  const bus = createBus({ ...deps, key: deps.secrets.busKey, transport });
  return {
    ...bus,
    start: () => {
      if (nats.login === undefined) deps.logger.warn({ nats: nats.addresses }, WITHOUT_LOG_IN);
      return bus.start();
    },
  };
}
