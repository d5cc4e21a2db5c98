import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupsRecord } from '@semaforo/contract/api/backups';
import { ADMIN } from '@semaforo/testing/credentials';
import { startFakeTelegram } from '@semaforo/testing/fake-telegram';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkChat } from '../../test/linked-chat.ts';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, testEngines } from '../../test/test-database.ts';

const HOUR_MS = 60 * 60_000;
const FAILURE = 'a backup failed, to be tried again';

let folder: string;
let aheadMs: number;
let apps: RunningApp[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'semaforo-schedule-'));
  aheadMs = 0;
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.stop();
  rmSync(folder, { recursive: true });
});

const start = async (settings: Record<string, string> = {}) => {
  const app = await startApp({
    withoutBroker: true,
    settings: {
      BACKUP_DIR: join(folder, 'copie'),
      BACKUP_PASSPHRASE: 'la passphrase delle copie',
      BACKUP_EVERY_HOURS: '1',
      BACKUP_KEEP: '1',
      ...settings,
    },
    clock: { now: () => Date.now() + aheadMs },
    backupTiming: { checkEveryMs: 20, retryAfterMs: 20 },
    // An hour on, that no broker is there would be notified too.
    alarmTiming: { checkEveryMs: 5000, outageAfterMs: Number.POSITIVE_INFINITY },
  });
  apps.push(app);
  const admin = await app.logIn(ADMIN);
  return { app, read: () => admin('getBackups') };
};
/** A backup gives way to everything else that runs: on a busy machine it takes minutes. */
const LONGEST_BACKUP_MS = 240_000;
const untilBackups = (read: () => Promise<BackupsRecord>, is: (state: BackupsRecord) => boolean) =>
  until(
    'the backups are so',
    async () => {
      const state = await read();
      return is(state) && state;
    },
    LONGEST_BACKUP_MS,
  );
const measuresOf = async ({ url }: RunningApp) => (await fetch(`${url}/metrics`)).text();

test('a backup is made at its times, and so many are kept', async () => {
  const { app, read } = await start();
  const first = await untilBackups(read, ({ last }) => last !== null);
  expect(first).toMatchObject({ schedule: { every_hours: 1, keep: 1 }, failure: null, stale: false });
  expect(readdirSync(join(folder, 'copie'))).toEqual([first.last?.file]);
  expect(await measuresOf(app)).toMatch(
    /semaforo_backup_age_seconds \d+\.?\d*\n(.*\n)*.*semaforo_backup_failing 0/,
  );

  aheadMs = HOUR_MS;
  const second = await untilBackups(read, ({ last }) => last?.file !== first.last?.file);
  await until('the first is gone', () => readdirSync(join(folder, 'copie')).length === 1);
  expect(readdirSync(join(folder, 'copie'))).toEqual([second.last?.file]);
});

test('a series of failures is logged once, shown with its reason, and ends with the next good one', async () => {
  writeFileSync(join(folder, 'copie'), 'no folder');
  const { app, read } = await start();
  const failing = await untilBackups(read, ({ failure }) => failure !== null);
  expect(failing.failure?.reason).toBe(
    `La cartella delle copie ${join(folder, 'copie')} non è utilizzabile: non è una cartella`,
  );
  await untilBackups(read, ({ failure }) => failure?.at !== failing.failure?.at);
  expect(app.log.filter((line) => line === FAILURE)).toHaveLength(1);
  expect(await measuresOf(app)).toMatch(
    /semaforo_backup_age_seconds \+Inf\n(.*\n)*.*semaforo_backup_failing 1/,
  );
  aheadMs = 3 * HOUR_MS;
  expect((await read()).stale).toBe(true);

  rmSync(join(folder, 'copie'));
  const good = await untilBackups(read, ({ failure }) => failure === null);
  expect(good).toMatchObject({ last: { kind: 'scheduled' }, stale: false });
});

test('a series of failures is notified once, to the chats of admins', async () => {
  const fake = await startFakeTelegram();
  try {
    const { app, read } = await start(fake.settings);
    await untilBackups(read, ({ last }) => last !== null);
    const { client } = await app.createOperator('anna');
    const toAnna = await linkChat(fake, client, 7);
    const toAdmin = await linkChat(fake, await app.logIn(ADMIN), 8);
    rmSync(join(folder, 'copie'), { recursive: true });
    writeFileSync(join(folder, 'copie'), 'no folder');
    aheadMs = HOUR_MS;
    const { failure } = await untilBackups(read, ({ failure: latest }) => latest !== null);
    await untilBackups(read, ({ failure: latest }) => latest?.at !== failure?.at);
    await until('the admin is notified', () => toAdmin().length > 0);
    expect(toAdmin()).toEqual([
      expect.stringContaining(`Copia di sicurezza non riuscita: ${failure?.reason}`),
    ]);
    expect(toAnna()).toEqual([]);
  } finally {
    await fake.stop();
  }
});

test.runIf(testEngines().includes('postgres'))('of two servers one makes it', async () => {
  const place = await createTestDatabasePlace('postgres');
  const settings = {
    DATABASE_URL: place.databaseUrl ?? '',
    SECRET_KEY: 'la stessa chiave per tutti e due i server',
    BACKUP_KEEP: '9',
  };
  const [first, second] = [await start(settings), await start(settings)];
  await untilBackups(first.read, ({ last }) => last !== null);
  aheadMs = HOUR_MS;
  await untilBackups(
    first.read,
    ({ last }) => last !== null && Date.parse(last.at) > Date.now() + HOUR_MS / 2,
  );
  aheadMs = 2 * HOUR_MS;
  await untilBackups(
    second.read,
    ({ last }) => last !== null && Date.parse(last.at) > Date.now() + 1.5 * HOUR_MS,
  );
  expect(readdirSync(join(folder, 'copie'))).toHaveLength(3);
  for (const app of apps.splice(0)) await app.stop();
  await place.remove();
});
