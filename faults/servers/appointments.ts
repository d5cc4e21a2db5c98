import { logIn } from '@semaforo/client';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { isAllDone } from './alert-records.ts';
import type { Cluster } from './cluster.ts';
import { foundSquares } from './found-squares.ts';
import { type Planned, planSchedules } from './many-schedules.ts';
import type { Square } from './square.ts';

const SCHEDULE_EVERY_MS = 1000;
/** So many that of one signal a late schedule has long ended when the next is due. */
const SCHEDULE_SIGNALS = 20;
const ALERT_EVERY_MS = 10_000;
/** Longer than a server is away: one that would begin after its end rightly never does. */
const ALERT_LASTS_MS = 30_000;
const FIRST_IN_MS = 5000;
const DONE_WITHIN_MS = 60_000;

/** Schedules, and alerts that begin and end, that come due while servers fail, at signals that nobody else commands. */
export type Appointments = {
  squares: readonly Square[];
  /** In the order in which they are due. */
  schedules: readonly Planned[];
  db: OpenDatabase['db'];
  /** Has them come due from now on. */
  make: () => Promise<void>;
  /** Resolves once all have ended, or will not. */
  untilDone: () => Promise<void>;
  close: () => Promise<void>;
};

/** The signals of appointments that go on for so long. */
export function appointmentKeys(lastMs: number): { schedules: string[]; alerts: string[] } {
  const alerts = Math.ceil(lastMs / ALERT_EVERY_MS);
  return {
    schedules: Array.from({ length: SCHEDULE_SIGNALS }, (_, index) => `/3/agenda/s${index + 1}`),
    alerts: Array.from({ length: alerts }, (_, index) => `/3/piazza/s${index + 1}`),
  };
}

/** Founds the squares of the alerts; the signals of schedules are created with them. */
export async function createAppointments(cluster: Cluster, lastMs: number): Promise<Appointments> {
  const [first] = cluster.servers;
  if (!first) throw new Error('there is no server');
  const keys = appointmentKeys(lastMs);
  const admin = await logIn(first, ADMIN);
  const squares = await foundSquares(first, admin, keys.alerts);
  const { db, close } = openDatabase({ databaseUrl: cluster.databaseUrl, dataDir: '' });
  const schedules: Planned[] = [];
  return {
    squares,
    schedules,
    db,
    make: async () => {
      const firstAt = Date.now() + FIRST_IN_MS;
      const count = Math.ceil(lastMs / SCHEDULE_EVERY_MS);
      schedules.push(
        ...(await planSchedules(db, { keys: keys.schedules, count, firstAt, everyMs: SCHEDULE_EVERY_MS })),
      );
      for (const [index, square] of squares.entries()) await raise(square, firstAt + index * ALERT_EVERY_MS);
    },
    untilDone: async () => {
      await until('all is done', () => isAllDone(db), DONE_WITHIN_MS).catch(() => undefined);
    },
    close,
  };
}

async function raise({ author, alerts, expected, deviceId }: Square, from: number): Promise<void> {
  const to = from + ALERT_LASTS_MS;
  const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { id } = await author.client('createAlert', {
    body: { ...times, color: 'arancio', reason: 'Prova', deviceIds: [deviceId] },
  });
  alerts.push(id);
  expected.push({ color: 'arancio', notBefore: from }, { color: 'verde', notBefore: to });
}
