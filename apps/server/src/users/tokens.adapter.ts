import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { Tokens } from './tokens.port.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'semaforo';
const AUDIENCE = 'semaforo-console';
const LIFETIME_S = 12 * 60 * 60;

const claimsSchema = z.object({ sub: z.string().regex(/^\d+$/), ver: z.int(), exp: z.int() });

/** Issues and verifies JSON Web Tokens signed with the key of the server. */
export function createTokens({ key, clock }: { key: Uint8Array; clock: Clock }): Tokens {
  return {
    issue: ({ id, username, tokenVersion }) => {
      const issuedAtS = Math.floor(clock.now() / 1000);
      return new SignJWT({ username, ver: tokenVersion })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(id))
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + LIFETIME_S)
        .sign(key);
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          currentDate: new Date(clock.now()),
        });
        const { sub, ver, exp } = claimsSchema.parse(payload);
        return { userId: Number(sub), version: ver, expiresAt: exp * 1000 };
      } catch {
        // Forged, expired and foreign tokens are refused alike. The reason does not matter.
        return undefined;
      }
    },
  };
}
