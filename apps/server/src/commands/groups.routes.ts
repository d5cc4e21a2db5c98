import type { Group, groupRoutes } from '@semaforo/contract/api/groups';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { GroupsRepository } from './groups.repository.ts';
import type { KnownGroup } from './known-group.ts';
import type { createGroupManagement } from './manage-groups.ts';

export function createGroupHandlers(options: {
  repository: Pick<GroupsRepository, 'list' | 'find'>;
  management: ReturnType<typeof createGroupManagement>;
}): Handlers<typeof groupRoutes> {
  const { repository, management } = options;
  const findVisible = async (actor: Actor, id: number) => {
    const group = await repository.find(id);
    return group && maySee(actor, group.ownerId) ? group : notFound();
  };
  return {
    listGroups: async ({ actor }) => {
      const groups = await repository.list(actor.role === 'admin' ? undefined : actor.id);
      return { groups: groups.toSorted(byNameThenOwner).map(toRecord) };
    },
    createGroup: async (call) => {
      const { userId: ownerId = call.actor.id, ...given } = call.body;
      if (!maySee(call.actor, ownerId)) return notFound();
      const created = await management.create({ ...given, ownerId }, authorOf(call));
      return created instanceof Refusal ? created : toRecord(created);
    },
    updateGroup: async (call) => {
      const group = await findVisible(call.actor, call.params.id);
      if (group instanceof Refusal) return group;
      const updated = await management.update(group, call.body, authorOf(call));
      return updated instanceof Refusal ? updated : toRecord(updated);
    },
    deleteGroup: async (call) => {
      const group = await findVisible(call.actor, call.params.id);
      return group instanceof Refusal ? group : management.delete(group, authorOf(call));
    },
  };
}

function byNameThenOwner(one: KnownGroup, other: KnownGroup): number {
  return byItalianOrder(one.name, other.name) || byItalianOrder(one.username, other.username);
}

function toRecord({ id, name, ownerId, username, deviceIds }: KnownGroup): Group {
  return { id, name, userId: ownerId, username, deviceIds };
}
