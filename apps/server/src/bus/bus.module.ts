import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secrets } from '../platform/secrets.ts';
import { createBus } from './bus.ts';
import { createInstallationRepository } from './installation.repository.ts';
import { createNatsWire } from './nats.adapter.ts';
import type { NatsServers } from './nats-servers.ts';
import { createWireToNobody } from './nobody.adapter.ts';

const WITHOUT_LOG_IN =
  'NATS_URL non ha un accesso: chiunque raggiunga NATS può leggere i messaggi fra i server e tagliarli fuori; dagli utente e password';

/** What the servers of one installation tell each other (docs/decisions/0047-bus.md). */
export function createBusModule(needs: {
  /** Undefined: this server is alone. */
  nats: NatsServers | undefined;
  db: Kysely<Database>;
  secrets: Pick<Secrets, 'busKey'>;
  clock: Clock;
  counters: Pick<Counters, 'oddBusMessages'>;
  logger: Logger;
}) {
  const { nats, secrets } = needs;
  const { tag } = createInstallationRepository(needs.db);
  const wire = nats
    ? createNatsWire({ servers: nats, prefix: async () => `semaforo.${await tag()}` })
    : createWireToNobody();
  const bus = createBus({ ...needs, key: secrets.busKey, wire });
  return {
    ...bus,
    start: () => {
      if (nats && nats.login === undefined) needs.logger.warn({ nats: nats.addresses }, WITHOUT_LOG_IN);
      return bus.start();
    },
  };
}
