import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';

const ALGORITHM = 'ES256';
const CURVE = 'P-256';
/** At most a day by RFC 8292. */
const LIFETIME_MS = 12 * 60 * 60_000;

/** base64url: the public key as an uncompressed point, the private one as its number. */
export type VapidKeys = { publicKey: string; privateKey: string };

export async function makeVapidKeys(): Promise<VapidKeys> {
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
  const jwk = { kty: 'EC', crv: CURVE, x: coordinate(1), y: coordinate(33), d: privateKey };
  const issued = new SignJWT(contact === undefined ? {} : { sub: contact })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(new Date(now + LIFETIME_MS));
  return `vapid t=${await issued.sign(await importJWK(jwk, ALGORITHM))}, k=${publicKey}`;
}
