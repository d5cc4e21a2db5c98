import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Told, ToldError } from './outbox.port.ts';

const ROWS_PER_STATEMENT = 500;

/** What was told and is not taken back yet, by whichever process. */
export type ToldRepository = {
  listErrors: () => Promise<ToldError[]>;
  /** Since when (epoch ms) the broker was told to be away; undefined when it was not, or its return was told too. */
  outage: () => Promise<number | undefined>;
};

export function createToldRepository(db: Kysely<Database>): ToldRepository {
  return {
    listErrors: async () => {
      const rows = await db.selectFrom('bot_told_errors').selectAll().execute();
      return rows.map((row) => ({
        deviceId: row.device_id,
        toldTo: row.told_to,
        standing: row.standing,
        at: row.told_at,
      }));
    },
    outage: async () => (await db.selectFrom('bot_told_outage').select('since').executeTakeFirst())?.since,
  };
}

/** Stores what was told, in place of what was told before. To be called in the transaction that stores the notices. */
export async function rememberTold(db: Kysely<Database>, { errors = [], outage }: Told): Promise<void> {
  for (const { deviceIds, ...told } of errors) {
    for (let start = 0; start < deviceIds.length; start += ROWS_PER_STATEMENT) {
      await rememberErrors(db, { ...told, deviceIds: deviceIds.slice(start, start + ROWS_PER_STATEMENT) });
    }
  }
  if (outage === undefined) return;
  await db.deleteFrom('bot_told_outage').execute();
  if (outage !== null) await db.insertInto('bot_told_outage').values({ since: outage }).execute();
}

async function rememberErrors(
  db: Kysely<Database>,
  { toldTo, standing, at, deviceIds }: NonNullable<Told['errors']>[number],
): Promise<void> {
  if (standing === 'ok') {
    await db
      .deleteFrom('bot_told_errors')
      .where('told_to', '=', toldTo)
      .where('device_id', 'in', deviceIds)
      .execute();
    return;
  }
  await db
    .insertInto('bot_told_errors')
    .columns(['device_id', 'told_to', 'standing', 'told_at'])
    // Of those that are still there.
    .expression((eb) =>
      eb
        .selectFrom('device_states')
        .select((inner) => [
          'device_id',
          inner.cast<number>(inner.val(toldTo), 'bigint').as('told_to'),
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
