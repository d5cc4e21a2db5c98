import type { Kysely } from 'kysely';
import { createLease } from '../../database/lease.ts';
import type { Database } from '../../database/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/event-channel.ts';
import type { Logger } from '../../platform/logger.ts';
import type { BrokerLink, LinkStatus } from '../broker-link.port.ts';
import { createAnnouncer } from './announcer.ts';
import { createDocumentsRepository } from './documents.repository.ts';
import type { WatchedDevice } from './documents.ts';
import { createDocumentPublisher } from './publish-documents.ts';

/** What a Home Assistant finds of the devices, to read and never to command (docs/decisions/0051-home-assistant.md). */
export function createHomeAssistantModule(deps: {
  db: Kysely<Database>;
  serverId: string;
  prefix: string | undefined;
  version: string;
  devices: { directory: { listAll: () => readonly WatchedDevice[] }; listEvents: Events<unknown> };
  broker: { link: Pick<BrokerLink, 'status' | 'announce'>; statuses: Events<LinkStatus> };
  clock: Clock;
  logger: Logger;
}) {
  const { db, prefix, devices } = deps;
  const { link, statuses } = deps.broker;
  const repository = createDocumentsRepository(db);
  const announcer = createAnnouncer({
    ...deps,
    isLinked: () => link.status().connected,
    documents: createDocumentPublisher({
      ...deps,
      repository,
      // A gauge has nothing that a watcher could see lit.
      listDevices: () => devices.directory.listAll().filter(({ type }) => type !== 'misuratore'),
      deliver: async (document) =>
        ['acknowledged', 'no-listener', 'listener-unknown'].includes(await link.announce(document)),
    }),
    lease: createLease(db, 'home-assistant', deps.serverId),
  });
  devices.listEvents.subscribe(announcer.changed);
  statuses.subscribe(({ connected }) => {
    if (connected) announcer.linkMade();
  });
  return {
    name: 'Home Assistant',
    start: async () => {
      // Turned off, and nothing to take back: nobody need look again.
      if (prefix !== undefined || (await repository.list()).size > 0) announcer.start();
    },
    stop: announcer.stop,
  };
}
