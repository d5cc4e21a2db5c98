import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import { createBus } from './bus.ts';
import { createInstallationRepository } from './installation.repository.ts';
import { createNatsWire } from './nats.adapter.ts';
import type { NatsServers } from './nats-servers.ts';
import { createWireToNobody } from './nobody.adapter.ts';

/** What the servers of one installation tell each other (docs/decisions/0047-bus.md). */
export function createBusRoom(needs: {
  /** Undefined: this server is alone. */
  nats: NatsServers | undefined;
  db: Kysely<Database>;
  counters: Pick<Counters, 'oddBusMessages'>;
  logger: Logger;
}) {
  const { nats } = needs;
  const { tag } = createInstallationRepository(needs.db);
  const wire = nats
    ? createNatsWire({ servers: nats, prefix: async () => `semaforo.${await tag()}` })
    : createWireToNobody();
  return createBus({ ...needs, wire });
}
