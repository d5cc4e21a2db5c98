import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { LIFETIME_S } from './session-lifetime.ts';
import type { TokenClaims, Tokens } from './tokens.port.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'semaforo';
const AUDIENCE = 'semaforo-console';

/** So many tokens are known by heart: their signature was right, and a signature does not change. */
const KNOWN_AT_MOST = 5000;

const claimsSchema = z
  .object({ sub: z.string().regex(/^\d+$/), sid: z.int(), ver: z.int(), iat: z.int(), exp: z.int() })
  .refine(({ iat, exp }) => exp - iat <= LIFETIME_S);

/** Issues and verifies JSON Web Tokens signed with the key of the server. */
export function createTokens({ key, clock }: { key: Uint8Array; clock: Clock }): Tokens {
  const known = new Map<string, TokenClaims>();

  const verify: Tokens['read'] = async (token) => {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(clock.now()),
      });
      const { sub, sid, ver, exp } = claimsSchema.parse(payload);
      return { userId: Number(sub), sessionId: sid, version: ver, expiresAt: exp * 1000 };
    } catch (error) {
      // Only a token that is otherwise good is told that it expired. Forged and foreign ones are refused alike.
      return error instanceof errors.JWTExpired ? 'expired' : undefined;
    }
  };

  return {
    issue: ({ user: { id, username, tokenVersion }, sessionId, expiresAt }) =>
      new SignJWT({ username, ver: tokenVersion, sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(id))
        .setIssuedAt(expiresAt / 1000 - LIFETIME_S)
        .setExpirationTime(expiresAt / 1000)
        .sign(key),
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
