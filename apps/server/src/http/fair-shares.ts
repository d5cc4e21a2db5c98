import type { Route } from '@semaforo/contract/api/route';
import { counted } from '@semaforo/contract/domain/italian';
import type { Actor } from '../platform/actor.ts';
import { type MonotonicClock, systemMonotonicClock } from '../platform/clock.ts';
import { createGate, type Gate } from '../platform/gate.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Allowance, createTokenBuckets } from '../platform/token-buckets.ts';

/** What each user may ask of the server (docs/rules.md#fair-shares). */
export type ShareLimits = {
  commands: Allowance;
  writes: Allowance;
  longReads: Allowance;
  shortReads: Allowance;
  /** How many run at once, by where they wait for each other. */
  atOnce: Record<Line, number>;
  waitingAtMost: number;
  waitMs: number;
};

/** Where calls of one user wait for each other. */
type Line = 'growing' | 'small' | 'remote' | 'writes';

export const SHARE_LIMITS: ShareLimits = {
  commands: { burst: 50, perSecond: 10 },
  writes: { burst: 300, perSecond: 20 },
  longReads: { burst: 500, perSecond: 50 },
  shortReads: { burst: 10_000, perSecond: 1000 },
  atOnce: { growing: 2, writes: 2, small: 16, remote: 4 },
  waitingAtMost: 64,
  waitMs: 15_000,
};

/** A page of so many rows counts as one read, a longer one as several. */
const ROWS_PER_READ = 500;

const SENTENCES = {
  commands: 'Troppi comandi in poco tempo',
  writes: 'Troppe modifiche in poco tempo',
  longReads: 'Troppe letture in poco tempo',
  shortReads: 'Troppe richieste in poco tempo',
} as const;

type Kind = keyof typeof SENTENCES;

/** What of one user could keep the others from the loop, the database or the provider of the map. */
const TOGETHER: Record<Line, string> = {
  growing: 'Troppe letture insieme',
  small: 'Troppe letture insieme',
  remote: 'Troppe parti di mappa insieme',
  writes: 'Troppe modifiche insieme',
};

/** A call of a route by a user; `query` as it was sent. */
export type Asked = { route: Route; actor: Actor; query: unknown };

/** Says whether a user's request is within their share. */
export type FairShares = {
  /** Resolves, perhaps after a wait, to a refusal or to what is to be called once when the request is over. */
  admit: (asked: Asked) => Promise<Refusal | (() => void)>;
};

/**
 * Shares the server out among its users: how often each may ask for a kind of call, and how many reads and writes run
 * at once for one. Administrators make the users and devices of all: what they write and read is not counted, only
 * their commands.
 */
export function createFairShares(
  options: { limits?: ShareLimits; monotonicClock?: MonotonicClock } = {},
): FairShares {
  const { limits = SHARE_LIMITS, monotonicClock = systemMonotonicClock } = options;
  const buckets = {
    commands: createTokenBuckets(limits.commands),
    writes: createTokenBuckets(limits.writes),
    longReads: createTokenBuckets(limits.longReads),
    shortReads: createTokenBuckets(limits.shortReads),
  };
  const gateOf = (line: Line) => createGate({ ...limits, atOnce: limits.atOnce[line] });
  const gates: Record<Line, Gate> = {
    growing: gateOf('growing'),
    small: gateOf('small'),
    remote: gateOf('remote'),
    writes: gateOf('writes'),
  };
  return {
    admit: async ({ route, actor, query }) => {
      const kind = kindOf(route);
      const key = String(actor.id);
      if (kind === 'commands' || actor.role !== 'admin') {
        const waitMs = buckets[kind].take(key, monotonicClock.elapsedMs(), costOf(query));
        if (waitMs > 0) return tooMany(kind, SENTENCES[kind], waitMs);
      }
      const line = lineOf(route, kind, actor);
      if (line === undefined) return () => undefined;
      return (await gates[line].enter(key)) ?? tooMany(kind, TOGETHER[line], limits.waitMs);
    },
  };
}

function kindOf({ aging, commandsNothing, method, cost }: Route): Kind {
  if (aging && !commandsNothing) return 'commands';
  if (method !== 'GET') return 'writes';
  return cost === 'growing' ? 'longReads' : 'shortReads';
}

/** Where a call waits for those of the same user; commands wait for nothing, and an administrator writes at will. */
function lineOf({ cost, method }: Route, kind: Kind, { role }: Actor): Line | undefined {
  if (cost === 'growing') return 'growing';
  if (method === 'GET') return cost;
  return kind === 'writes' && role !== 'admin' ? 'writes' : undefined;
}

function costOf(query: unknown): number {
  const limit = Number((query as { limit?: unknown } | undefined)?.limit);
  return limit > ROWS_PER_READ ? Math.ceil(limit / ROWS_PER_READ) : 1;
}

function tooMany(kind: Kind, sentence: string, waitMs: number): Refusal {
  const retryAfterS = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal('too-many', {
    code: kind === 'commands' ? 'too-many-commands' : 'too-many-requests',
    message: `${sentence}: riprova fra ${counted(retryAfterS, ['secondo', 'secondi'])}`,
    retryAfterS,
  });
}
