import { callsAtOnce, type LimitName, type RateLimit, rateLimits } from '@semaforo/contract/api/limits';
import type { Route } from '@semaforo/contract/api/route';
import { counted } from '@semaforo/contract/domain/italian';
import { type Actor, callerOf } from '../platform/actor.ts';
import { createRateLimiter, type RateLimiter } from '../platform/rate-limiter.ts';
import { Refusal } from '../platform/refusal.ts';
import { createSemaphores } from '../platform/semaphores.ts';

/** What each user may ask of the server (docs/rules.md#fair-shares). */
export type ShareLimits = {
  rates: Record<LimitName, RateLimit>;
  /** How many run at once, by where they wait for each other. */
  atOnce: Record<Line, number>;
  waitingAtMost: number;
  waitMs: number;
};

/** Where calls of one user wait for each other. */
type Line = keyof typeof callsAtOnce;

/** Those of the product; tests have smaller ones. */
export const SHARE_LIMITS: ShareLimits = {
  rates: rateLimits,
  atOnce: callsAtOnce,
  waitingAtMost: 64,
  waitMs: 15_000,
};

/** A page of so many rows counts as one read, a longer one as several. */
const ROWS_PER_READ = 500;

const REFUSALS: Record<LimitName, { code: string; sentence: string }> = {
  commands: { code: 'too-many-commands', sentence: 'Troppi comandi in poco tempo' },
  brokerTrials: { code: 'too-many-trials', sentence: 'Troppe prove in poco tempo' },
  dutyTrials: { code: 'too-many-trials', sentence: 'Troppe prove in poco tempo' },
  writes: { code: 'too-many-requests', sentence: 'Troppe modifiche in poco tempo' },
  longReads: { code: 'too-many-requests', sentence: 'Troppe letture in poco tempo' },
  shortReads: { code: 'too-many-requests', sentence: 'Troppe richieste in poco tempo' },
};

/** What of one user could keep the others from the loop, the database or the provider of the map. */
const TOGETHER: Record<Line, string> = {
  growing: 'Troppe letture insieme',
  small: 'Troppe letture insieme',
  remote: 'Troppe parti di mappa insieme',
  writes: 'Troppe modifiche insieme',
};

/** A call of a route by a user; `query` as it was sent. */
export type Call = { route: Route; actor: Actor; query: unknown };

/** Says whether a user's request is within their share. */
export type FairShares = {
  /** Resolves, perhaps after a wait, to a refusal or to what is to be called once when the request is over. */
  admit: (call: Call) => Promise<Refusal | (() => void)>;
};

/**
 * Shares the server out among its users: how often each may call the routes of a limit, and how many reads and writes
 * run at once for one. Administrators make the users and devices of all: of what they do only that counts whose route
 * names a limit.
 */
export function createFairShares(limits: ShareLimits = SHARE_LIMITS): FairShares {
  const { rates } = limits;
  const limiters: Record<LimitName, RateLimiter> = {
    commands: createRateLimiter(rates.commands),
    brokerTrials: createRateLimiter(rates.brokerTrials),
    dutyTrials: createRateLimiter(rates.dutyTrials),
    writes: createRateLimiter(rates.writes),
    longReads: createRateLimiter(rates.longReads),
    shortReads: createRateLimiter(rates.shortReads),
  };
  const underWay = createSemaphores();
  return {
    admit: async ({ route, actor, query }) => {
      const limit = limitOf(route);
      if (route.limit !== undefined || actor.role !== 'admin' || actor.key) {
        const waitMs = await limiters[limit].take(callerOf(actor), costOf(query));
        if (waitMs > 0) return tooMany(REFUSALS[limit], waitMs);
      }
      const line = lineOf(route, limit, actor);
      if (line === undefined) return () => undefined;
      const place = { key: `${callerOf(actor)} ${line}`, most: limits.atOnce[line] };
      const leave = await underWay.waitFor([place], limits);
      const { code } = REFUSALS[limit];
      return leave ?? tooMany({ code, sentence: TOGETHER[line] }, limits.waitMs);
    },
  };
}

function limitOf({ limit, method, cost }: Route): LimitName {
  if (limit !== undefined) return limit;
  if (method !== 'GET') return 'writes';
  return cost === 'growing' ? 'longReads' : 'shortReads';
}

/** Where a call waits for those of the same user; commands wait for nothing, and an administrator writes at will. */
function lineOf({ cost, method }: Route, limit: LimitName, { role }: Actor): Line | undefined {
  if (cost === 'growing') return 'growing';
  if (method === 'GET') return cost;
  return limit === 'writes' && role !== 'admin' ? 'writes' : undefined;
}

function costOf(query: unknown): number {
  const limit = Number((query as { limit?: unknown } | undefined)?.limit);
  return limit > ROWS_PER_READ ? Math.ceil(limit / ROWS_PER_READ) : 1;
}

function tooMany({ code, sentence }: { code: string; sentence: string }, waitMs: number): Refusal {
  const retryAfterS = Math.ceil(waitMs / 1000);
  return new Refusal('too-many', {
    code,
    message: `${sentence}: riprova fra ${counted(retryAfterS, ['secondo', 'secondi'])}`,
    retryAfterS,
  });
}
