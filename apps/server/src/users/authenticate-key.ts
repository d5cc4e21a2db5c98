import { createHash } from 'node:crypto';
import { API_KEY_PREFIX } from '@semaforo/contract/api/api-keys';
import { NO_SESSION } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ApiKeysRepository } from './api-keys.repository.ts';
import type { Authenticate } from './authenticate.ts';

const USED_EVERY_MS = 60_000;

const UNKNOWN = new Refusal('unauthenticated', {
  code: 'key-unknown',
  message: 'Chiave sconosciuta o revocata',
});
const EXPIRED = new Refusal('unauthenticated', { code: 'key-expired', message: 'Chiave scaduta' });

/** The hash by which a key is stored (SHA-256, hex): a key has 256 bits of chance, so that no slow hash is needed. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Reads tokens that begin as keys of programs do; all others are left to `sessions`. */
export function createAuthenticateKey(options: {
  keys: Pick<ApiKeysRepository, 'find' | 'touch'>;
  sessions: Authenticate;
  clock: Clock;
  logger: Logger;
}): Authenticate {
  const { keys, clock, logger } = options;
  return async (token) => {
    if (!token.startsWith(API_KEY_PREFIX)) return options.sessions(token);
    const key = await keys.find(hashOfKey(token));
    if (key?.actor.key === undefined) return UNKNOWN;
    const now = clock.now();
    const { actor, expiresAt, lastUsed } = key;
    if (expiresAt !== null && expiresAt <= now) return EXPIRED;
    if (now - (lastUsed ?? 0) >= USED_EVERY_MS) {
      // The call does not wait for it, and does not fail with it.
      keys.touch(key.actor.key.id, now).catch((error: unknown) => {
        logger.warn({ err: error, key: key.actor.key?.id }, 'the last use of a key was not stored');
      });
    }
    return { actor, sessionId: NO_SESSION, tokenVersion: 0, expiresAt: expiresAt ?? Number.MAX_SAFE_INTEGER };
  };
}
