import type { Kysely } from 'kysely';
import { createLease } from '../../database/lease.ts';
import type { Database } from '../../database/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createAnnouncer } from './announcer.ts';
import { createDocumentsRepository } from './documents.repository.ts';
import type { WatchedDevice } from './documents.ts';
import { createDocumentPublisher, type Deliver } from './publish-documents.ts';

/** What a Home Assistant finds of the devices, to read and never to command (docs/decisions/0051-home-assistant.md). */
export function createHomeAssistantModule(deps: {
  db: Kysely<Database>;
  serverId: string;
  prefix: string | undefined;
  version: string;
  listDevices: () => readonly WatchedDevice[];
  deliver: Deliver;
  isLinked: () => boolean;
  clock: Clock;
  logger: Logger;
}) {
  const { db, prefix } = deps;
  const repository = createDocumentsRepository(db);
  const announcer = createAnnouncer({
    ...deps,
    documents: createDocumentPublisher({ ...deps, repository }),
    lease: createLease(db, 'home-assistant', deps.serverId),
  });
  return {
    name: 'Home Assistant',
    /** The list of devices is another one. */
    devicesChanged: announcer.changed,
    /** The link to the broker was made. */
    linkMade: announcer.linkMade,
    start: async () => {
      // Turned off, and nothing to take back: nobody need look again.
      if (prefix !== undefined || (await repository.list()).size > 0) announcer.start();
    },
    stop: announcer.stop,
  };
}
