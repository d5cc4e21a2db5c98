import type { Kysely, Selectable } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { PushDevicesTable, PushMessagesTable } from '../database/schema/push.ts';
import type { Database } from '../database/schema.ts';

const AT_ONCE = 20;
const TEXT_AT_MOST = 700;

/** What a browser shows: two lines, and the screen that a press opens. `key`: it is stored once for each browser. */
export type PushMessage = { key: string; title: string; text: string; path: string; ttlMs: number };

type WaitingPush = Selectable<PushMessagesTable> & Pick<PushDevicesTable, 'endpoint' | 'p256dh' | 'auth'>;

/** Whom a message is for: those who see what an owner (null: nobody) has, save one person, or that owner alone. */
export type PushAudience = { ownerIds: readonly (number | null)[]; withAdmins: boolean; not?: number | null };

/**
 * Stores a message for some browsers, also in a transaction of what it tells of; false when there is none of them any
 * more.
 */
export async function storePush(
  db: Kysely<Database>,
  deviceIds: readonly number[],
  { key, title, text, path, ttlMs }: PushMessage,
  now: number,
): Promise<boolean> {
  const found = [];
  for (const some of inChunks(deviceIds)) {
    found.push(...(await db.selectFrom('push_devices').select('id').where('id', 'in', some).execute()));
  }
  const message = JSON.stringify({ key, title: cut(title), text: cut(text), path });
  const rows = found.map(({ id }) => ({
    ...{ device_id: id, message_key: key, message, expires_at: now + ttlMs },
    ...{ not_before: 0, attempts: 0, finished_at: null, failure: null },
  }));
  for (const some of inChunks(rows)) {
    await db
      .insertInto('push_messages')
      .values(some)
      .onConflict((conflict) => conflict.columns(['device_id', 'message_key']).doNothing())
      .execute();
  }
  return found.length > 0;
}

/** What waits to be sent, and what became of it. */
export function createPushMessages(db: Kysely<Database>) {
  return {
    listAudience: async ({ ownerIds, withAdmins, not = null }: PushAudience): Promise<number[]> => {
      const owners = ownerIds.flatMap((id) => id ?? []);
      const rows = await db
        .selectFrom('push_devices')
        .innerJoin('users', 'users.id', 'push_devices.user_id')
        .select(['push_devices.id', 'users.id as userId', 'role'])
        .execute();
      const isMeant = ({ userId, role }: (typeof rows)[number]) =>
        userId !== not && (owners.includes(userId) || (withAdmins && role === 'admin'));
      return rows.filter(isMeant).map(({ id }) => id);
    },
    listDue: (now: number): Promise<WaitingPush[]> =>
      db
        .selectFrom('push_messages')
        .innerJoin('push_devices', 'push_devices.id', 'push_messages.device_id')
        .selectAll('push_messages')
        .select(['endpoint', 'p256dh', 'auth'])
        .where('finished_at', 'is', null)
        .where('not_before', '<=', now)
        .orderBy('push_messages.id')
        .limit(AT_ONCE)
        .execute(),
    /** Of one that is not finished: when it is tried again. */
    update: async (
      id: number,
      outcome: Pick<PushMessagesTable, 'attempts' | 'failure' | 'finished_at' | 'not_before'>,
    ): Promise<void> => {
      await db.updateTable('push_messages').set(outcome).where('id', '=', id).execute();
    },
    /** The browser has taken its address back; what waits for it goes with it. */
    forget: async (deviceId: number): Promise<void> => {
      await db.deleteFrom('push_devices').where('id', '=', deviceId).execute();
    },
    deleteFinished: async (before: number): Promise<void> => {
      await db.deleteFrom('push_messages').where('finished_at', '<', before).execute();
    },
  };
}

export type PushMessages = ReturnType<typeof createPushMessages>;

/** A message is one record of 4 kB, whatever devices are called. */
function cut(words: string): string {
  const characters = [...words];
  return characters.length <= TEXT_AT_MOST ? words : `${characters.slice(0, TEXT_AT_MOST - 1).join('')}…`;
}
