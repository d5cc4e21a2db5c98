import type { Route } from '@semaforo/contract/api/route';
import { counted } from '@semaforo/contract/domain/italian';
import type { Actor } from '../platform/actor.ts';
import { type MonotonicClock, systemMonotonicClock } from '../platform/clock.ts';
import { createGate } from '../platform/gate.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Allowance, createTokenBuckets } from '../platform/token-buckets.ts';

/** What each user may ask of the server (docs/rules.md#fair-shares). */
export type ShareLimits = {
  commands: Allowance;
  writes: Allowance;
  longReads: Allowance;
  shortReads: Allowance;
  /** Of long reads, and of writes; the others wait. */
  atOnce: number;
  waitingAtMost: number;
  waitMs: number;
};

export const SHARE_LIMITS: ShareLimits = {
  commands: { burst: 50, perSecond: 10 },
  writes: { burst: 300, perSecond: 20 },
  longReads: { burst: 500, perSecond: 50 },
  shortReads: { burst: 10_000, perSecond: 1000 },
  atOnce: 2,
  waitingAtMost: 64,
  waitMs: 15_000,
};

/** Routes whose answer grows with devices, users or time. */
const LONG_READS: ReadonlySet<string> = new Set([
  'exportDevices',
  'importDevices',
  'listDevices',
  'listDeviceStatuses',
  'listDeviceStates',
  'listGroups',
  'listManagedDevices',
  'listCredentials',
  'listUsers',
  'listHistory',
  'listFailedCommands',
  'listSchedules',
  'listAudit',
  'getDaySheet',
  'exportDaySheet',
]);
/** Has the age of a press, but commands nothing. */
const NO_COMMAND = 'acceptReported';
/** A page of so many rows counts as one read, a longer one as several. */
const ROWS_PER_READ = 500;

const SENTENCES = {
  commands: 'Troppi comandi in poco tempo',
  writes: 'Troppe modifiche in poco tempo',
  longReads: 'Troppe letture in poco tempo',
  shortReads: 'Troppe richieste in poco tempo',
} as const;

type Kind = keyof typeof SENTENCES;

/** What of one user could keep the others from the loop or the database. */
const TOGETHER = { longReads: 'Troppe letture insieme', writes: 'Troppe modifiche insieme' } as const;

/** What is asked by whom; `name` is that of the route in the table, `query` as it was sent. */
export type Asked = { name: string; route: Route; actor: Actor; query: unknown };

/** Says whether a user's request is within their share. */
export type FairShares = {
  /** Resolves, perhaps after a wait, to a refusal or to what is to be called once when the request is over. */
  admit: (asked: Asked) => Promise<Refusal | (() => void)>;
};

/**
 * Shares the server out among its users: how often each may ask for a kind of call, and how many long reads and writes
 * run at once for one. Administrators make the users and devices of all: what they write and read is not counted, only
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
  const gates = { longReads: createGate(limits), writes: createGate(limits) };
  return {
    admit: async ({ name, route, actor, query }) => {
      const kind = kindOf(name, route);
      const key = String(actor.id);
      if (kind === 'commands' || actor.role !== 'admin') {
        const waitMs = buckets[kind].take(key, monotonicClock.elapsedMs(), costOf(query));
        if (waitMs > 0) return tooMany(kind, SENTENCES[kind], waitMs);
      }
      const line = lineOf(name, kind, actor);
      if (line === undefined) return () => undefined;
      return (await gates[line].enter(key)) ?? tooMany(kind, TOGETHER[line], limits.waitMs);
    },
  };
}

function kindOf(name: string, { aging, method }: Route): Kind {
  if (aging && name !== NO_COMMAND) return 'commands';
  if (method !== 'GET') return 'writes';
  return LONG_READS.has(name) ? 'longReads' : 'shortReads';
}

/** Where a call waits for those of the same user. */
function lineOf(name: string, kind: Kind, { role }: Actor): keyof typeof TOGETHER | undefined {
  if (LONG_READS.has(name)) return 'longReads';
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
