import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { createZoneImport } from './import-zones.ts';
import { createPlacesRepository } from './places.repository.ts';
import { createZoneHandlers } from './zone.routes.ts';
import { createZonesRepository } from './zones.repository.ts';

/** The warning zones, which are data, the Comuni that lie in them, and who has which (docs/rules.md#warning-zones). */
export function createZonesModule({
  db,
  clock,
  logger,
}: {
  db: Kysely<Database>;
  clock: Clock;
  logger: Logger;
}) {
  const repository = createZonesRepository(db);
  const importZones = createZoneImport({ repository, clock });
  const changes = createEventChannel<void>({ name: 'zone-changes', logger });
  const places = createPlacesRepository(db);
  return {
    name: 'zones',
    routes: createZoneHandlers({ repository, places, importZones, changes, clock }),
    /** The zones, or who lies in which, have changed. */
    changes,
    /** The zones that count on a day (`2026-11-22`). */
    ofDay: repository.ofDay,
    /** True when a zone has that code, now or later. */
    isKnown: async (code: string) => (await repository.all()).some((zone) => zone.code === code),
  };
}
