import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { Enqueue, News } from './notification.ts';

/** A device error that was notified to an audience and not taken back yet; `at` is in epoch milliseconds. */
export type NotifiedError = {
  deviceId: number;
  /** The id of an owner, for the owner's chats; 0 for the chats of those who see every device. */
  audience: number;
  standing: 'error' | 'unstable';
  at: number;
};

/** Devices of which the same was notified at once; `ok`: that nothing is wrong any more. */
type NotifiedDevices = Omit<NotifiedError, 'deviceId' | 'standing'> & {
  standing: NotifiedError['standing'] | 'ok';
  deviceIds: readonly number[];
};

export type NotifiedRepository = ReturnType<typeof createNotifiedRepository>;

/** The errors that linked chats were notified of and whose end they were not notified of yet, by any server. */
export function createNotifiedRepository(db: Kysely<Database>, enqueue: Enqueue) {
  return {
    list: (): Promise<NotifiedError[]> =>
      db
        .selectFrom('bot_told_errors')
        .select(['device_id as deviceId', 'told_to as audience', 'standing', 'told_at as at'])
        .execute(),
    /** Stores news, and in the same transaction what they notify: another server, or the next process, knows it. */
    announce: (news: News, errors: readonly NotifiedDevices[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await enqueue(news, transaction);
        for (const { deviceIds, ...notified } of errors) {
          for (const some of inChunks(deviceIds)) {
            await saveErrors(transaction, { ...notified, deviceIds: some });
          }
        }
      }),
  };
}

/** Replaces what was notified before. */
async function saveErrors(
  db: Kysely<Database>,
  { audience, standing, at, deviceIds }: NotifiedDevices,
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
