import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFleet } from '@semaforo/simulator/fleet';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../test/run-program.ts';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../test/running-app.ts';
import { PASSPHRASE } from '../test/server-place.ts';
import { createTestDatabasePlace, testEngines } from '../test/test-database.ts';

const LOGIN = { username: 'comune', password: OPERATOR_PASSWORD };
/** Of the schedule, of the alert that begins and of the alert that ends after the backup. */
const KEYS = ['/3/comune/s1', '/3/comune/s2', '/3/comune/s3'] as const;
const MIN_MS = 60_000;

/** The clock of the servers: steps of it stand for waiting. */
let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const at = (ms: number) => new Date(clock.now() + ms).toISOString();

async function createPlace(engine: 'sqlite' | 'postgres') {
  const place = await createTestDatabasePlace(engine);
  onTestFinished(place.remove);
  const settings = {
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    BACKUP_PASSPHRASE: PASSPHRASE,
  };
  return { settings, dataDir: place.dataDir, programs: { ...settings, DATA_DIR: place.dataDir } };
}

/** The server on a place, with the signals on its broker and every command that reached one of them. */
async function start(
  { dataDir, settings }: Awaited<ReturnType<typeof createPlace>>,
  shows: 'verde' | 'rosso',
) {
  const app = await startApp({ dataDir, settings, clock });
  onTestFinished(app.stop);
  const commands: string[] = [];
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: app.brokerPort, ...BROKER_LOGIN },
    devices: KEYS.map((key) => ({ key, type: 'semaforo', behaviour: { kind: 'obedient' }, shows })),
    onMessage: (topic, payload) => {
      if (topic.endsWith('/set')) commands.push(`${topic} ${payload}`);
    },
  });
  onTestFinished(fleet.stop);
  const join = async () => {
    await fleet.start();
    const client = await app.logIn(LOGIN);
    await until('all signals are heard', async () =>
      (await client('listDeviceStatuses')).every(({ status }) => status === shows),
    );
    return client;
  };
  return { app, fleet, commands, join };
}

async function fill(app: RunningApp) {
  const { id: userId, client } = await app.createOperator(LOGIN.username);
  const ids: number[] = [];
  for (const topic of KEYS) ids.push(await app.createDevice({ topic, userId }));
  return { ids, client };
}

describe.each(testEngines())('a backup of %s that is restored', (engine) => {
  test('repeats no schedule and no step of an alert, and holds back what is desired until a person has looked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'semaforo-ripristino-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'copia.backup');
    const [place, restored] = [await createPlace(engine), await createPlace(engine)];

    const first = await start(place, 'verde');
    const { ids, client } = await fill(first.app);
    await first.join();
    const statusOf = async (index: number) =>
      (await client('listDeviceStatuses')).find(({ id }) => id === ids[index])?.status;
    const only = (index: number) => ({ deviceIds: ids.slice(index, index + 1) });
    const alertOf = (index: number, from: number, to: number) =>
      client('createAlert', {
        body: { color: 'giallo', from: at(from), to: at(to), reason: 'Avviso 112', ...only(index) },
      });
    const ending = await alertOf(2, 0, 2 * MIN_MS);
    await until('the alert that ends has begun', async () => (await statusOf(2)) === 'giallo');
    const schedule = (color: 'verde' | 'giallo', ms: number) =>
      client('createSchedule', {
        body: { color, datetime: at(ms), device_type: 'semaforo', ...only(0) },
      });
    const due = await schedule('giallo', 2 * MIN_MS);
    const later = await schedule('verde', 60 * MIN_MS);
    const beginning = await alertOf(1, 2 * MIN_MS, 600 * MIN_MS);
    expect(await runProgram('backup', [file], place.programs)).toMatchObject({ code: 0 });

    ahead += 2 * MIN_MS + 1000;
    await until(
      'all three were carried out',
      async () => (await Promise.all([0, 1, 2].map(statusOf))).join() === 'giallo,giallo,verde',
    );
    await client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
    await Promise.all([first.fleet.stop(), first.app.stop()]);

    expect(await runProgram('restore', [file], restored.programs)).toMatchObject({ code: 0 });
    const second = await start(restored, 'rosso');
    const operator = await second.join();
    const scheduleOf = async (id: number) => (await operator('listSchedules')).find((one) => one.id === id);
    const alertNow = async (id: number) => (await operator('listAlerts')).find((one) => one.id === id);
    await until('the schedule ended', async () => (await scheduleOf(due.id))?.executed);
    expect(await scheduleOf(due.id)).toMatchObject({
      outcome: 'mancata',
      outcome_reason: 'Ripristinata una copia: ciò che era previsto prima non viene ripetuto',
    });
    await until(
      'the beginning waits for a person',
      async () => (await alertNow(beginning.id))?.awaits === 'inizio',
    );
    await until('the end waits for a person', async () => (await alertNow(ending.id))?.awaits === 'fine');
    expect(second.commands).toEqual([]);

    const held = await operator('getRestore');
    expect(held.restore?.made_at).toBeDefined();
    const admin = await second.app.logIn(ADMIN);
    expect(await operator('resumeAfterRestore')).toEqual({ restore: null });
    expect((await operator('getRestore')).restore).toBeNull();
    // An operator has looked at the own signals only.
    expect((await admin('getRestore')).restore).toEqual(held.restore);
    await admin('resumeAfterRestore');
    expect(await admin.attempt('resumeAfterRestore')).toMatchObject({ status: 409 });
    const { entries } = await admin('listAudit', { query: { limit: '50' } });
    const acts = entries.filter(
      ({ action, outcome }) => action.startsWith('backups.') && outcome === 'riuscita',
    );
    expect(acts.map(({ action, username }) => `${action} ${username}`).toSorted()).toEqual(
      ['backups.restore semaforo', 'backups.resume comune', `backups.resume ${ADMIN.username}`].toSorted(),
    );
    expect(second.commands).toEqual([]);

    ahead += 60 * MIN_MS;
    await until('what is planned for later runs', async () =>
      ['eseguita', 'in ritardo'].includes(String((await scheduleOf(later.id))?.outcome)),
    );
    expect(second.commands.map((command) => command.split('/').at(3))).not.toContain('s2');
  });
});
