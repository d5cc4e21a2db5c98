import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { makeVapidKeys, type VapidKeys } from './vapid.ts';

/** There is one pair for all servers on the database, hence one row. */
const ROW = 1;

/**
 * The key pair of this installation, made by whoever needs it first; its private half is sealed. One that another
 * secret key sealed can never be used again: a new one takes its place, and browsers have to be added again.
 */
export async function loadPushKeys(options: {
  db: Kysely<Database>;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  logger: Logger;
}): Promise<VapidKeys> {
  const { db, secrets } = options;
  const made = await makeVapidKeys();
  const row = { public_key: made.publicKey, sealed_private_key: secrets.seal(made.privateKey) };
  await db
    .insertInto('push_keys')
    .values({ id: ROW, ...row })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const stored = await db.selectFrom('push_keys').selectAll().where('id', '=', ROW).executeTakeFirstOrThrow();
  const privateKey = secrets.open(stored.sealed_private_key);
  if (privateKey !== undefined) return { publicKey: stored.public_key, privateKey };
  options.logger.warn(
    {},
    'the key of notifications was sealed by another secret key: browsers were forgotten',
  );
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('push_devices').execute();
    await transaction.updateTable('push_keys').set(row).where('id', '=', ROW).execute();
  });
  return made;
}

/** Read when somebody needs them first; after a failure they are read again. */
export function createKeptKeys(deps: Parameters<typeof loadPushKeys>[0]): () => Promise<VapidKeys> {
  let kept: Promise<VapidKeys> | undefined;
  return () => {
    kept ??= loadPushKeys(deps).catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
