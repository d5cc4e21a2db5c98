import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { takesWrites } from '../database/takes-writes.ts';
import { formatTime } from '../notifications/messages.ts';
import type { ReachPerson } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { within } from '../platform/within.ts';
import { outageText } from './alarm-text.ts';
import { createDatabaseOutage } from './database-outage.ts';
import type { DutyRepository } from './duty.repository.ts';
import type { DutyMaintenanceRepository } from './duty-maintenance.repository.ts';
import { channelsFor, toAudience } from './duty-person.ts';
import { createOutagesRepository } from './outages.repository.ts';

/** Slower than this it is as good as away. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Looks whether the database takes writes, on the server that has the right to alarms, and sees to their alarm while it
 * does not. By itself: a look at all the rest may hang with the database.
 */
export function createOutageWatch(deps: {
  db: Kysely<Database>;
  duty: Pick<DutyRepository, 'list'>;
  quietUntil: DutyMaintenanceRepository['quietUntil'];
  reach: ReachPerson;
  leads: () => Promise<boolean>;
  changed: (ownerId: null) => void;
  everyMs: number;
  raiseAfterMs: number;
  escalateMs: number;
  repeatMs: number;
  clock: Clock;
  logger: Logger;
}) {
  const { db, leads, clock, logger } = deps;
  const outages = createOutagesRepository(db);
  const readPeople = async () =>
    Promise.all(
      (await deps.duty.list(null)).map(async (person) => ({
        name: person.name,
        ways: await deps.reach(
          toAudience(person, channelsFor(person, { severity: 'grave', now: clock.now() })),
        ),
      })),
    );
  const outage = createDatabaseOutage({
    ...{
      leads,
      clock,
      logger,
      raiseAfterMs: deps.raiseAfterMs,
      escalateMs: deps.escalateMs,
      repeatMs: deps.repeatMs,
    },
    answers: () => within(ANSWER_WITHIN_MS, takesWrites(db)).catch(() => false),
    remember: async () => ({
      people: (await deps.quietUntil(null, clock.now())) === undefined ? await readPeople() : [],
      alarm: await outages.find(),
    }),
    store: async (happened) => {
      const now = clock.now();
      const detail = `Non rispondeva dalle ${formatTime(happened.since)} alle ${formatTime(now)}`;
      await outages.store(happened, { now, leads: await leads(), detail });
      deps.changed(null);
    },
    textOf: ({ since }) => outageText(formatTime(since)),
  });
  const looking = createInterval({
    ...{ name: 'alarm-of-the-database', everyMs: deps.everyMs, logger, work: outage.check },
  });
  return { isOpen: outage.isOpen, start: looking.start, stop: looking.stop };
}
