import type { Selectable } from 'kysely';
import type { AlarmsTable } from '../database/schema/alarms.ts';
import type { Way } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { nameWays } from './duty-person.ts';

/** The alarm of the database as it is stored; undefined: there is none that is not closed. */
export type StoredOutage =
  | Pick<Selectable<AlarmsTable>, 'id' | 'state' | 'told' | 'next_tell_at'>
  | undefined;

/** What happened while the database was away, and is to be stored. Times are epoch milliseconds. */
export type Outage = {
  since: number;
  told: number;
  nextNotificationAt: number | null;
  tellings: { at: number; name: string; ways: string[] }[];
};

/** A person on duty, and how to notify them. */
type Reachable = { name: string; ways: readonly Way[] };

type Waiting = { way: Way; telling: Outage['tellings'][number]; key: string; notBefore: number };

/** What a way did not take is tried again after so long. */
const RETRY_MS = 15_000;

/**
 * The alarm that cannot be stored: while the database is away it lives in memory, and people are notified one after the
 * other by channels that need no database. Once the database is back it is stored with the people notified. Only the
 * server that held the lease of alarms last knows them.
 */
export function createDatabaseOutage(options: {
  answers: () => Promise<boolean>;
  /** False while another server notifies of alarms. */
  leads: () => Promise<boolean>;
  remember: () => Promise<{ people: readonly Reachable[]; alarm: StoredOutage }>;
  store: (outage: Outage) => Promise<void>;
  textOf: (outage: Pick<Outage, 'since'>) => string;
  raiseAfterMs: number;
  escalateMs: number;
  /** After how long the list begins again; 0: it does not. */
  repeatMs: number;
  clock: Clock;
  logger: Logger;
}) {
  const { clock, logger, escalateMs } = options;
  let known: Awaited<ReturnType<typeof options.remember>> | undefined;
  let since: number | null = null;
  let outage: Outage | undefined;
  let waiting: Waiting[] = [];

  const begin = (from: number, now: number): Outage | undefined => {
    const alarm = known?.alarm;
    if (alarm?.state === 'aperto')
      return { since: from, told: alarm.told, nextNotificationAt: alarm.next_tell_at, tellings: [] };
    if (now - from < options.raiseAfterMs) return undefined;
    // Who took it in charge knows of it already.
    const nextNotificationAt = alarm?.state === 'preso in carico' ? null : now;
    return { since: from, told: 0, nextNotificationAt, tellings: [] };
  };

  const notifyNext = (current: Outage, people: readonly Reachable[], now: number) => {
    if (current.nextNotificationAt === null || current.nextNotificationAt > now) return;
    const person = people[current.told % Math.max(1, people.length)];
    const isLast = (current.told + 1) % Math.max(1, people.length) === 0;
    const waitMs = isLast ? options.repeatMs : escalateMs;
    current.nextNotificationAt = person && waitMs > 0 ? now + waitMs : null;
    if (!person) return;
    const telling = { at: now, name: person.name, ways: [] };
    const key = `outage:${current.since}:${current.told}`;
    current.tellings.push(telling);
    current.told += 1;
    waiting.push(...person.ways.map((way) => ({ way, telling, key, notBefore: now })));
  };

  const send = async (one: Waiting, text: string) => {
    try {
      await one.way.send({ key: one.key, text, path: '/allarmi' });
      one.telling.ways.push(nameWays([one.way.name]));
      waiting = waiting.filter((other) => other !== one);
    } catch (error) {
      one.notBefore = clock.now() + RETRY_MS;
      logger.warn(
        { err: error, way: one.way.name },
        'a person could not be notified that the database is away',
      );
    }
  };

  const comeBack = async () => {
    if (outage) {
      const { nextNotificationAt } = outage;
      // It ends soon, unless the database goes away again: no other person is notified at once.
      const next =
        nextNotificationAt === null ? null : Math.max(nextNotificationAt, clock.now() + escalateMs);
      await options.store({ ...outage, nextNotificationAt: next });
    }
    outage = undefined;
    waiting = [];
    since = null;
    known = (await options.leads()) ? await options.remember() : undefined;
  };

  return {
    /** True while the alarm is in memory only. */
    isOpen: () => outage !== undefined,
    /** Asks the database, and does what follows from its answer. */
    check: async () => {
      if (await options.answers()) return comeBack();
      const now = clock.now();
      since ??= now;
      if (!known) return undefined;
      outage ??= begin(since, now);
      if (!outage) return undefined;
      notifyNext(outage, known.people, now);
      const text = options.textOf(outage);
      await Promise.all(waiting.filter(({ notBefore }) => notBefore <= now).map((one) => send(one, text)));
      return undefined;
    },
  };
}
