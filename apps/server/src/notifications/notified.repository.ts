import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { Enqueue, News } from './notification.ts';

/** A device error that was notified to an audience and not taken back yet. */
export type NotifiedError = {
  deviceId: number;
  /** The id of an owner, for the owner's chats; 0 for the chats of those who see every device. */
  audience: number;
  standing: 'error' | 'unstable';
  /** Epoch milliseconds. */
  at: number;
};

/** What news say about errors; stored with them, because their end is to be notified later. */
type Notified = {
  errors?: readonly {
    audience: number;
    standing: NotifiedError['standing'] | 'ok';
    at: number;
    deviceIds: readonly number[];
  }[];
  /** The start (epoch ms) of a broker outage; null: the broker is back. */
  outage?: number | null;
};

/** Stores news, and in the same transaction what they notify: another server, or the next process, knows it. */
export type Announce = (news: News, notified: Notified) => Promise<void>;

export function createAnnounce(db: Kysely<Database>, enqueue: Enqueue): Announce {
  return (news, notified) =>
    db.transaction().execute(async (transaction) => {
      await enqueue(news, transaction);
      await saveNotified(transaction, notified);
    });
}

/** The problems that linked chats were notified of and whose end they were not notified of yet, by any server. */
export type NotifiedRepository = {
  listDeviceErrors: () => Promise<NotifiedError[]>;
  /**
   * The start (epoch ms) of the broker outage that was notified; undefined when there is none, or its end was
   * notified too.
   */
  findOutage: () => Promise<number | undefined>;
};

export function createNotifiedRepository(db: Kysely<Database>): NotifiedRepository {
  return {
    listDeviceErrors: async () => {
      const rows = await db.selectFrom('bot_told_errors').selectAll().execute();
      return rows.map((row) => ({
        deviceId: row.device_id,
        audience: row.told_to,
        standing: row.standing,
        at: row.told_at,
      }));
    },
    findOutage: async () =>
      (await db.selectFrom('bot_told_outage').select('since').executeTakeFirst())?.since,
  };
}

/** Replaces what was notified before. */
async function saveNotified(db: Kysely<Database>, { errors = [], outage }: Notified): Promise<void> {
  for (const { deviceIds, ...notified } of errors) {
    for (const some of inChunks(deviceIds)) await saveErrors(db, { ...notified, deviceIds: some });
  }
  if (outage === undefined) return;
  await db.deleteFrom('bot_told_outage').execute();
  if (outage !== null) await db.insertInto('bot_told_outage').values({ since: outage }).execute();
}

async function saveErrors(
  db: Kysely<Database>,
  { audience, standing, at, deviceIds }: NonNullable<Notified['errors']>[number],
): Promise<void> {
  if (standing === 'ok') {
    await db
      .deleteFrom('bot_told_errors')
      .where('told_to', '=', audience)
      .where('device_id', 'in', deviceIds)
      .execute();
    return;
  }
  await db
    .insertInto('bot_told_errors')
    .columns(['device_id', 'told_to', 'standing', 'told_at'])
    // A device may have been deleted meanwhile: only those that still exist get a row.
    .expression((eb) =>
      eb
        .selectFrom('device_states')
        .select((inner) => [
          'device_id',
          inner.cast<number>(inner.val(audience), 'bigint').as('told_to'),
          inner.val(standing).as('standing'),
          inner.cast<number>(inner.val(at), 'bigint').as('told_at'),
        ])
        .where('device_id', 'in', deviceIds),
    )
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'told_to']).doUpdateSet({ standing, told_at: at }),
    )
    .execute();
}
