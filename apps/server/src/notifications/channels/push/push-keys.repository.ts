import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** There is one pair for all servers on the database, hence one row. */
const ROW = 1;
const ALGORITHM = 'ES256';
/** At most a day by RFC 8292. */
const LIFETIME_MS = 12 * 60 * 60_000;

/** base64url: the public key as an uncompressed point, the private one as its number. */
export type VapidKeys = { publicKey: string; privateKey: string };

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
    await transaction.deleteFrom('public_subscribers').execute();
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

async function makeVapidKeys(): Promise<VapidKeys> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const { x = '', y = '', d = '' } = await exportJWK(privateKey);
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

/** The `Authorization` by which a push service knows who sends (RFC 8292); `contact`: whom its operator may ask. */
export async function signVapid(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string | undefined; now: number },
): Promise<string> {
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: privateKey };
  const issued = new SignJWT(contact === undefined ? {} : { sub: contact })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(new Date(now + LIFETIME_MS));
  return `vapid t=${await issued.sign(await importJWK(jwk, ALGORITHM))}, k=${publicKey}`;
}
