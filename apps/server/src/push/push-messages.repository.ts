import type { Kysely, Selectable } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { PushDevicesTable, PushMessagesTable } from '../database/schema/push.ts';
import type { Database } from '../database/schema.ts';
import { type PushMessage, toPayload } from './push-payload.ts';

const AT_ONCE = 20;
/** No user has it. */
const NOBODY = 0;

type WaitingPush = Selectable<PushMessagesTable> & Pick<PushDevicesTable, 'endpoint' | 'p256dh' | 'auth'>;

/** Whom a message is for: those who see what an owner (null: nobody) has, save one person, or that owner alone. */
export type PushAudience = { ownerIds: readonly (number | null)[]; withAdmins: boolean; not?: number | null };

/**
 * Stores a message, once for each browser, also in a transaction of what it tells of; false when there is none of them
 * any more.
 */
export async function storePush(
  db: Kysely<Database>,
  deviceIds: readonly number[],
  message: PushMessage,
  now: number,
): Promise<boolean> {
  const found = [];
  for (const some of inChunks(deviceIds)) {
    found.push(...(await db.selectFrom('push_devices').select('id').where('id', 'in', some).execute()));
  }
  const payload = toPayload(message);
  const rows = found.map(({ id }) => ({
    ...{ device_id: id, message_key: message.key, message: payload, expires_at: now + message.ttlMs },
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
      const browsers = () =>
        db
          .selectFrom('push_devices')
          .innerJoin('users', 'users.id', 'push_devices.user_id')
          .select('push_devices.id')
          .where('users.id', '<>', not ?? NOBODY);
      const found = withAdmins ? await browsers().where('role', '=', 'admin').execute() : [];
      for (const owners of inChunks(ownerIds.flatMap((id) => id ?? []))) {
        found.push(...(await browsers().where('users.id', 'in', owners).execute()));
      }
      return [...new Set(found.map(({ id }) => id))];
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
    countWaiting: async (): Promise<number> => {
      const { waiting } = await db
        .selectFrom('push_messages')
        .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
        .where('finished_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(waiting);
    },
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
