import type { DutyPerson } from '@semaforo/contract/api/alarms';
import { groupBy } from '@semaforo/contract/domain/group-by';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';

/** Whom to tell of alarms, in their order: of an owner, or (null) of the system. */
export type DutyRepository = {
  list: (ownerId: number | null) => Promise<DutyPerson[]>;
  /** The lists of everybody, by owner. */
  listAll: () => Promise<ReadonlyMap<number | null, DutyPerson[]>>;
  /** Replaces the list, with an audit row. */
  save: (ownerId: number | null, people: readonly DutyPerson[], act: AuditContext) => Promise<void>;
  /** True when the user may be told by that linked chat. */
  ownsChat: (userId: number, chatId: number) => Promise<boolean>;
  /** True when the browser is one of the user's. */
  ownsBrowser: (userId: number, pushId: number) => Promise<boolean>;
};

export function createDutyRepository(db: Kysely<Database>): DutyRepository {
  const list = async (from: Kysely<Database>, ownerId: number | null): Promise<DutyPerson[]> =>
    from
      .selectFrom('duty_people')
      .select(['name', 'email', 'chat_id', 'push_id'])
      .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
      .orderBy('position')
      .execute();
  return {
    list: (ownerId) => list(db, ownerId),
    listAll: async () => {
      const rows = await db
        .selectFrom('duty_people')
        .select(['owner_id', 'name', 'email', 'chat_id', 'push_id'])
        .orderBy('position')
        .execute();
      return groupBy(rows, ({ owner_id: ownerId }) => ownerId);
    },
    save: (ownerId, people, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const before = await list(transaction, ownerId);
        await transaction
          .deleteFrom('duty_people')
          .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
          .execute();
        if (people.length > 0) {
          await transaction
            .insertInto('duty_people')
            .values(people.map((person, position) => ({ ...person, owner_id: ownerId, position })))
            .execute();
        }
        const names = (list: readonly DutyPerson[]) => ({ people: list.map(({ name }) => name) });
        await appendAudit(transaction, {
          ...{ at, author, action: 'alarms.duty', before: names(before), after: names(people) },
        });
      }),
    ownsChat: async (userId, chatId) => {
      const chat = await db
        .selectFrom('bot_chats')
        .select('id')
        .where('id', '=', chatId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return chat !== undefined;
    },
    ownsBrowser: async (userId, pushId) => {
      const browser = await db
        .selectFrom('push_devices')
        .select('id')
        .where('id', '=', pushId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return browser !== undefined;
    },
  };
}
