import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import { DATABASE_NOW } from './database-now.ts';
import type { OpenDatabase } from './engine.ts';
import type { Database } from './schema.ts';

const POLL_EVERY_MS = 1000;
/** Schedules are punctual to a second: who is further off does nothing by the clock. */
const OFF_MS = 1000;

/** Whether this server's clock is that of the database, by which all servers on it can agree. */
export type ClockAgreement = {
  /** True while the clock is more than a second off: this server runs no schedule, plan or alert. */
  isOff: () => boolean;
  /** What is added to this server's clock (ms) where others judge it, as the instant of a click; 0 while they agree. */
  correctionMs: () => number;
  /** Resolves once the clocks were compared, or the database did not answer. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Compares the clocks each second, on PostgreSQL. The embedded database has none of its own. */
export function createClockAgreement(options: {
  database: Pick<OpenDatabase, 'db' | 'engine'>;
  clock: Clock;
  /** In place of that of the database. */
  databaseClock: Clock | undefined;
  registry: Registry;
  logger: Logger;
}): ClockAgreement {
  const { clock, databaseClock, logger } = options;
  const { db, engine } = options.database;
  if (engine === 'sqlite') {
    const done = () => Promise.resolve();
    return { isOff: () => false, correctionMs: () => 0, start: done, stop: done };
  }
  let offsetMs: number | undefined;
  let isOff = false;
  addMeasuredGauge(options.registry, {
    name: 'semaforo_clock_offset_seconds',
    help: 'How far the clock of the database is ahead of that of this server',
    read: () => (offsetMs === undefined ? undefined : offsetMs / 1000),
  });

  const compare = async () => {
    const sentAt = clock.now();
    const theirs = databaseClock?.now() ?? (await readClock(db));
    const answeredAt = clock.now();
    // When it was read in between is not known: so much is in doubt, either way.
    const doubtMs = Math.abs(answeredAt - sentAt) / 2;
    offsetMs = Math.round(theirs - (sentAt + answeredAt) / 2);
    const apart = Math.abs(offsetMs);
    if (!isOff && apart - doubtMs > OFF_MS) {
      isOff = true;
      logger.warn(
        { offsetMs },
        'L’orologio di questo server è diverso da quello della base di dati: pianificazioni, piani e allerte li eseguono gli altri server, o nessuno, finché non è regolato',
      );
    } else if (isOff && apart + doubtMs <= OFF_MS) {
      isOff = false;
      logger.warn({ offsetMs }, 'L’orologio di questo server è di nuovo quello della base di dati');
    }
  };
  const poll = async () => {
    try {
      await compare();
    } catch (error) {
      // Without the database nothing is carried out either; what was found last holds.
      logger.info({ err: error }, 'the clock of the database could not be read');
    }
  };
  const polling = createInterval({ name: 'clock-agreement', everyMs: POLL_EVERY_MS, logger, work: poll });
  return {
    isOff: () => isOff,
    correctionMs: () => (isOff ? (offsetMs ?? 0) : 0),
    start: async () => {
      await poll();
      polling.start();
    },
    stop: polling.stop,
  };
}

async function readClock(db: Kysely<Database>): Promise<number> {
  const { now } = await db.selectNoFrom(DATABASE_NOW.as('now')).executeTakeFirstOrThrow();
  return now;
}
