import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { Secret } from '../platform/secret.ts';
import { KIOSK_TOKEN_LIFETIME_S, LIFETIME_S } from './session-lifetime.ts';
import type { TokenClaims, Tokens } from './tokens.port.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'semaforo';
const CONSOLE = 'semaforo-console';
const KIOSK = 'semaforo-wall';
const LIFETIMES_S = { [CONSOLE]: LIFETIME_S, [KIOSK]: KIOSK_TOKEN_LIFETIME_S };

/** So many tokens are known by heart: their signature was right, and a signature does not change. */
const KNOWN_AT_MOST = 5000;

const claimsSchema = z
  .object({
    ...{ sub: z.string().regex(/^\d+$/), sid: z.int(), ver: z.int(), iat: z.int(), exp: z.int() },
    aud: z.enum([CONSOLE, KIOSK]),
  })
  .refine(({ aud, iat, exp }) => exp - iat <= LIFETIMES_S[aud]);

/** Issues and verifies JSON Web Tokens signed with the key of the server. */
export function createTokens({ key, clock }: { key: Uint8Array; clock: Clock }): Tokens {
  const known = new Map<string, TokenClaims>();

  const verify: Tokens['read'] = async (token) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: [CONSOLE, KIOSK],
        currentDate: new Date(clock.now()),
      });
      const { sub, sid, ver, exp, aud } = claimsSchema.parse(payload);
      const isKiosk = aud === KIOSK;
      return { userId: Number(sub), sessionId: sid, version: ver, isKiosk, expiresAt: exp * 1000 };
    } catch (error) {
      // Only a token that is otherwise good is told that it expired. Forged and foreign ones are refused alike.
      return error instanceof errors.JWTExpired ? 'expired' : undefined;
    }
  };

  return {
    issue: async ({ user: { id, username, tokenVersion }, sessionId, isKiosk = false, expiresAt }) => {
      const audience = isKiosk ? KIOSK : CONSOLE;
      const token = await new SignJWT({ username, ver: tokenVersion, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(String(id))
        .setIssuedAt(expiresAt / 1000 - LIFETIMES_S[audience])
        .setExpirationTime(expiresAt / 1000)
        .sign(key);
      return new Secret(token);
    },
    read: async (token) => {
      const now = clock.now();
      const claims = known.get(token) ?? (await verify(token));
      if (typeof claims !== 'object') return claims;
      if (claims.expiresAt <= now) {
        known.delete(token);
        return 'expired';
      }
      if (!known.has(token)) {
        const [oldest] = known.keys();
        if (known.size >= KNOWN_AT_MOST && oldest !== undefined) known.delete(oldest);
        known.set(token, claims);
      }
      return claims;
    },
  };
}
