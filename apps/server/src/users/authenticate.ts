import { SESSION_ENDS } from '@semaforo/contract/domain/session-ends';
import { type Actor, accountOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import { endOfUnusedKiosk } from './session-lifetime.ts';
import type { SessionsRepository, StoredSession } from './sessions.repository.ts';
import type { TokenClaims, Tokens } from './tokens.port.ts';

const ended = (code: string, message: string) => new Refusal('unauthenticated', { code, message });

/** The answers to a token that does not count: forged, or of a session that has ended, and why. */
const SESSION_REFUSALS = {
  invalid: ended('unauthenticated', 'Sessione mancante o scaduta: accedi di nuovo'),
  expired: ended(SESSION_ENDS.expired, 'Sessione scaduta: accedi di nuovo'),
  password: ended(SESSION_ENDS.password, 'La tua password è stata cambiata: accedi di nuovo'),
  user: ended(SESSION_ENDS.user, 'Sessione chiusa: accedi di nuovo'),
  admin: ended(SESSION_ENDS.admin, 'Sessione chiusa da un amministratore: accedi di nuovo'),
  wall: ended(SESSION_ENDS.wall, 'Questo schermo di sala non è più collegato'),
  idle: ended(SESSION_ENDS.idle, 'Sessione chiusa perché non la usavi: accedi di nuovo'),
  newer: ended(SESSION_ENDS.newer, 'Sessione chiusa perché ne hai aperte troppe: accedi di nuovo'),
};

const PROOF_LASTS_MS = 10 * 60_000;

const STEP_UP_REQUIRED = new Refusal('forbidden', {
  code: 'step-up-required',
  message: 'Per questo conferma chi sei: password o codice degli ultimi 10 minuti',
});

const SEEN_EVERY_MS = 60_000;

const SECOND_FACTOR_MISSING = new Refusal('forbidden', {
  code: 'second-factor-setup-required',
  message: 'Prima attiva il secondo fattore: Profilo, Sessioni e accesso',
});

/** The user of a token as stored now, its session, and when that ends (epoch milliseconds). */
export type Session = {
  actor: Actor;
  sessionId: number;
  tokenVersion: number;
  expiresAt: number;
  /** What all calls are refused with but those that set up the second factor which this user must have. */
  restriction?: Refusal;
  /** What calls that change who gets in are refused with, when the last proof is too old. */
  unproved?: Refusal;
};

/** Resolves to a refusal that says why when the token is forged, or its session has expired or was ended. */
export type Authenticate = (token: string) => Promise<Session | Refusal>;

export function createAuthenticate(options: {
  tokens: Pick<Tokens, 'read'>;
  sessions: Pick<SessionsRepository, 'find' | 'touch'>;
  /** True when a user with that role must have a second factor. */
  isRequiredOf: (role: Actor['role']) => boolean;
  /** For how long no one may use a session; infinite: as long as it lasts. */
  idleMs: number;
  clock: Clock;
  logger: Logger;
}): Authenticate {
  const { tokens, sessions, clock, logger } = options;
  return async (token) => {
    const claims = await tokens.read(token);
    if (claims === 'expired') return SESSION_REFUSALS.expired;
    if (claims === undefined) return SESSION_REFUSALS.invalid;
    const { sessionId } = claims;
    const now = clock.now();
    const session = openSessionOf(await sessions.find(sessionId), claims, now - options.idleMs, now);
    if (session instanceof Refusal) return claims.isKiosk ? SESSION_REFUSALS.wall : session;
    const { wall } = session;
    if (now - session.lastSeen >= SEEN_EVERY_MS) {
      const use = { at: now, ...(wall !== null && { expiresAt: endOfUnusedKiosk(now) }) };
      // The call does not wait for it, and does not fail with it.
      sessions.touch(sessionId, use).catch((error: unknown) => {
        logger.warn({ err: error, session: sessionId }, 'the last use of a session was not stored');
      });
    }
    const { tokenVersion } = session;
    return {
      actor: { ...session.actor, ...(wall !== null && { wall }) },
      ...{ sessionId, tokenVersion, expiresAt: Math.min(claims.expiresAt, session.expiresAt) },
      ...limitsOf(session, options.isRequiredOf, now),
    };
  };
}

/** What a session that is open may not do yet. */
function limitsOf(
  { actor, hasSecondFactor, openedBy, provedAt }: StoredSession,
  isRequiredOf: (role: Actor['role']) => boolean,
  now: number,
): Pick<Session, 'restriction' | 'unproved'> {
  // The provider of identities asks for what it wants by itself.
  const isRestricted = isRequiredOf(actor.role) && !hasSecondFactor && openedBy !== 'oidc';
  return {
    ...(isRestricted && { restriction: SECOND_FACTOR_MISSING }),
    ...(now - provedAt > PROOF_LASTS_MS && { unproved: STEP_UP_REQUIRED }),
  };
}

/** The session that a token stands for, or why it does not count. */
function openSessionOf(
  session: StoredSession | undefined,
  claims: TokenClaims,
  usedSince: number,
  now: number,
): StoredSession | Refusal {
  // The sessions of a deleted user go with the user.
  if (session === undefined || accountOf(session.actor) !== claims.userId) return SESSION_REFUSALS.admin;
  if (session.endedBy !== null) return SESSION_REFUSALS[session.endedBy];
  if (session.tokenVersion !== claims.version) return SESSION_REFUSALS.password;
  if (session.wall === null && session.lastSeen < usedSince) return SESSION_REFUSALS.idle;
  return session.expiresAt <= now ? SESSION_REFUSALS.expired : session;
}
