import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type RunningApp, startApp } from '../test/running-app.ts';
import { createTestDatabasePlace } from '../test/test-database.ts';

const KEY = '/3/comune/s1';

describe.skipIf(inject('postgresUrl') === null)('two servers on one PostgreSQL, each with a broker', () => {
  test('end a log-in on both brokers, whichever of them rotated or revoked it', async () => {
    const [first, second] = await startTwo();
    const [admin, other] = [await first.logIn(ADMIN), await second.logIn(ADMIN)];
    const { id: userId } = await first.createOperator('comune');
    const params = { id: await first.createDevice({ topic: KEY, userId }) };

    const made = await admin('makeCredentials', { params });
    const before = [await untilIn(first, made), await untilIn(second, made)];
    await until(
      'the other server knows the device',
      async () => (await other.attempt('getManagedDevice', { params })).ok,
    );
    const rotated = await other('makeCredentials', { params });
    for (const device of before) await untilCutOff(device);

    const after = [await untilIn(first, rotated), await untilIn(second, rotated)];
    await admin('revokeCredentials', { params });
    for (const device of after) await untilCutOff(device);
    for (const app of [first, second]) await expect(enter(app, rotated)).rejects.toThrow(/Not authorized/);
  });
});

async function startTwo(): Promise<[RunningApp, RunningApp]> {
  const place = await createTestDatabasePlace('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-two-'));
  const settings = { DATABASE_URL: place.databaseUrl ?? '', SECRET_KEY: randomBytes(32).toString('base64') };
  const apps = [
    await startApp({ dataDir: join(folder, 'first'), settings }),
    await startApp({ dataDir: join(folder, 'second'), settings }),
  ] as const;
  onTestFinished(async () => {
    for (const app of apps) await app.stop();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  return [...apps];
}

type Login = { username: string; password: string };

async function enter({ brokerPort }: RunningApp, login: Login): Promise<MqttClient> {
  const client = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, { ...login, reconnectPeriod: 0 });
  client.on('error', () => {});
  onTestFinished(() => client.endAsync(true));
  return client;
}

/** The other server hears of a log-in a moment later. */
const untilIn = (app: RunningApp, login: Login) =>
  until('it is let in', () => enter(app, login).catch(() => undefined));
const untilCutOff = (client: MqttClient) => until('it is cut off', () => !client.connected);
