import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import type { Logger } from '../platform/logger.ts';
import { createGroupsRepository } from './groups.repository.ts';
import { createGroupHandlers } from './groups.routes.ts';
import { createGroupManagement, type GroupEvent } from './manage-groups.ts';

/** Named sets of devices, each of one Comune (docs/rules.md#groups). */
export function createGroupsModule(deps: { db: Kysely<Database>; clock: Clock; logger: Logger }) {
  const events = createEventChannel<GroupEvent>({ name: 'group-events', logger: deps.logger });
  const repository = createGroupsRepository(deps.db);
  const management = createGroupManagement({ repository, events, clock: deps.clock });
  return {
    name: 'groups',
    routes: createGroupHandlers({ repository, management }),
    /** A group with the devices that it has now; undefined when there is none. */
    find: repository.find,
    events,
  };
}
