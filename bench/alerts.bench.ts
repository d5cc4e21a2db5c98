// Every Comune of Italy has an alert of its own, for its zone, that begins at one minute, as those of a bulletin do.
// Measures how late the lamps are told. `npm run bench -- alerts [--comuni 7904] [--engine postgres]`.
import { parseArgs } from 'node:util';
import { importDevices } from '@semaforo/e2e/harness/many-signals';
import { createAlertsRepository } from '@semaforo/server/alerts/alerts.repository';
import { type OpenDatabase, openDatabase } from '@semaforo/server/database/engine';
import { inChunks } from '@semaforo/server/database/in-chunks';
import { numberedDevices } from '@semaforo/simulator/device-list';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { startPostgres } from '@semaforo/testing/postgres';
import { insertUsers } from '@semaforo/testing/rows';
import { createReportLog } from '@semaforo/testing/signal-reports';
import { until } from '@semaforo/testing/until';
import { processorSeconds } from './process-time.ts';
import { percentile, reportFigure } from './report-figure.ts';
import type { Author } from './seeded-plans.ts';

const ALL_BEGUN_WITHIN_MS = 60_000;
const GIVE_UP_AFTER_MS = 300_000;
/** About as many as Italy has. */
const ZONES = 180;
const STORED_SIDE_BY_SIDE = 10;
/** Storing one takes less than this on any machine, and none may begin before all are stored. */
const STORED_IN_MS = 15;
/** What the server printed last says why. */
const PRINTED_AT_MOST = 4000;
const REPORT_EVERY_MS = 300_000;
const COLOR = 'arancio';

const { values: requested } = parseArgs({
  options: { comuni: { type: 'string', default: '7904' }, engine: { type: 'string', default: 'sqlite' } },
});
const comuni = Number(requested.comuni);

const port = await freePort();
const postgres = requested.engine === 'postgres' ? await startPostgres() : undefined;
if (requested.engine === 'postgres' && !postgres) throw new Error('this machine has no PostgreSQL');
const server = await startBuiltServer({
  ...embeddedBrokerSettings(port),
  ...(postgres && { DATABASE_URL: postgres.url }),
});
const { db, close } = openDatabase({ databaseUrl: postgres?.url, dataDir: server.dataDir });
const devices = numberedDevices({
  prefix: '/3/italia',
  count: comuni,
  type: 'semaforo',
  behaviour: { kind: 'obedient' },
});
const log = createReportLog(devices.map(({ key }) => key));
const fleet = createFleet({
  broker: { host: '127.0.0.1', port, ...BROKER_LOGIN },
  devices,
  reportEveryMs: REPORT_EVERY_MS,
  onMessage: log.note,
});
try {
  const owners = await foundComuni(db, comuni);
  await importDevices(
    server.origin,
    devices.map(({ key }, index) => `,${key},semaforo,,,${owners[index]?.username}`),
  );
  await fleet.start();
  const beginsAt = Date.now() + comuni * STORED_IN_MS + 10_000;
  await storeAlerts(db, owners, beginsAt);
  if (Date.now() >= beginsAt) throw new Error('the alerts were not stored before they begin');
  const spentBefore = processorSeconds(server.pid);
  const waitMs = beginsAt - Date.now() + GIVE_UP_AFTER_MS;
  await until('every lamp is told', () => publishedAt().length >= comuni, waitMs).catch(() => undefined);
  await until('every beginning is confirmed', async () => (await countBegun(db)) >= comuni, 60_000).catch(
    () => undefined,
  );
  report(beginsAt, { begun: await countBegun(db), seconds: processorSeconds(server.pid) - spentBefore });
} finally {
  await fleet.stop();
  await close();
  await server.stop();
  await postgres?.stop();
}

type Db = OpenDatabase['db'];

/** Users who never log in, each in one of the zones. */
async function foundComuni(into: Db, count: number): Promise<Author[]> {
  const usernames = Array.from({ length: count }, (_, index) => `comune${index + 1}`);
  const ids = await insertUsers(into, usernames);
  const owners = ids.map((id, index) => ({ id, username: usernames[index] ?? '' }));
  for (const some of inChunks(owners))
    await into
      .insertInto('user_zones')
      .values(some.map(({ id }) => ({ user_id: id, zone_code: zoneOf(id) })))
      .execute();
  return owners;
}

function zoneOf(id: number): string {
  return `Zona-${id % ZONES}`;
}

/** As the policy that raises by itself makes them: nobody has confirmed the end. */
async function storeAlerts(into: Db, owners: readonly Author[], beginsAt: number): Promise<void> {
  const alerts = createAlertsRepository(into);
  const by = { id: null, username: 'sistema', address: null };
  const store = ({ id, username }: Author) =>
    alerts.create(
      {
        owner: { id, username, role: 'user' },
        color: COLOR,
        from: beginsAt,
        to: beginsAt + GIVE_UP_AFTER_MS + ALL_BEGUN_WITHIN_MS,
        reason: 'Bollettino',
        drill: false,
        source: 'bollettino',
        bulletinId: null,
        gauge: null,
        day: null,
        whom: { kind: 'zona', groupId: null, group: null, zone: zoneOf(id) },
        deviceIds: [],
      },
      { at: Date.now(), author: by, decision: 'confermata', byPerson: false, action: 'alerts.raise' },
    );
  for (const some of inChunks(owners, STORED_SIDE_BY_SIDE)) await Promise.all(some.map(store));
}

/** When each signal was told to light its lamp, as often as it was. */
function publishedAt(): number[] {
  return [...log.signals.values()].flatMap(({ commanded }) =>
    commanded.filter(({ lamp, on }) => lamp === COLOR && on).map(({ at }) => at),
  );
}

async function countBegun(from: Db): Promise<number> {
  const { begun } = await from
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('begun'))
    .where('alert_step', '=', 'inizio')
    .where('outcome', 'in', ['eseguita', 'in ritardo'])
    .executeTakeFirstOrThrow();
  return Number(begun);
}

function report(beginsAt: number, { begun, seconds }: { begun: number; seconds: number }): void {
  const lateness = publishedAt().map((at) => at - beginsAt);
  const [name, unit] = [`alerts_${comuni}_same_minute_${requested.engine}`, 'ms'] as const;
  if (lateness.length !== comuni || begun !== comuni) {
    console.error(server.printed().slice(-PRINTED_AT_MOST));
    console.error(`${lateness.length} lamps told, ${begun} beginnings confirmed, of ${comuni}`);
    process.exitCode = 1;
  }
  reportFigure({ name: `${name}_earliest_ms`, value: Math.min(...lateness), unit, atLeast: 0 });
  reportFigure({ name: `${name}_median_ms`, value: percentile(lateness, 50), unit });
  // Broker and log-ins included: on a busy machine the times above say more of the others than of the console.
  reportFigure({ name: `${name}_processor_ms_each`, value: (seconds * 1000) / comuni, unit });
  reportFigure({ name: `${name}_last_ms`, value: Math.max(...lateness), unit, limit: ALL_BEGUN_WITHIN_MS });
}
