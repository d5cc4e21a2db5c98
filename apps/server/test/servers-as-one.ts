import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@semaforo/client';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import { createFleet } from '@semaforo/simulator/fleet';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { createNats, hasNats, type Nats } from '@semaforo/testing/nats';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { inject, onTestFinished } from 'vitest';
import type { Clock } from '../src/platform/clock.ts';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from './running-app.ts';
import { createTestDatabasePlace } from './test-database.ts';

/** What servers that work as one need on this machine. */
export const hasServersAsOne = inject('postgresUrl') !== null && hasMosquitto && hasNats;

export type ServersAsOne = { first: RunningApp; second: RunningApp; nats: Nats; brokerPort: number };

/** Two servers on one PostgreSQL, one Mosquitto and one NATS; all of it ends with the test. */
export async function startServersAsOne(
  more: Record<string, string> = {},
  /** Of the second server; the first has that of this machine, as PostgreSQL does. */
  secondClock?: Clock,
): Promise<ServersAsOne> {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-as-one-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = await createTestDatabasePlace('postgres');
  onTestFinished(place.remove);
  const broker = createMosquitto(await freePort());
  onTestFinished(broker.remove);
  const nats = createNats(await freePort());
  onTestFinished(nats.kill);
  await Promise.all([broker.start(), nats.start()]);
  const settings = {
    DATABASE_URL: place.databaseUrl ?? '',
    NATS_URL: nats.url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    ...outsideBrokerSettings(broker.port, MOSQUITTO_LOGIN),
    ...more,
  };
  const start = async (name: string, clock?: Clock) => {
    const ofTest = clock && { clock, databaseClock: null };
    const app = await startApp({ dataDir: join(folder, name), settings, withoutBroker: true, ...ofTest });
    onTestFinished(app.stop);
    return app;
  };
  return {
    first: await start('first'),
    second: await start('second', secondClock),
    nats,
    brokerPort: broker.port,
  };
}

/** An open page on one of the servers, and the names of the events that it heard. */
export async function openPage(
  { url }: RunningApp,
  token: string,
): Promise<{ socket: LiveSocket; received: string[]; clocks: { isolated?: boolean }[] }> {
  const socket = openLiveSocket({ origin: url, token, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  const received: string[] = [];
  const clocks: { isolated?: boolean }[] = [];
  socket.onAny((name: string) => received.push(name));
  socket.on('clock', (clock) => clocks.push(clock));
  await until('the socket is connected', () => socket.connected);
  return { socket, received, clocks };
}

/** What `/readyz` of a server says. */
export async function readinessOf({ url }: RunningApp): Promise<unknown> {
  const answer = await fetch(`${url}/readyz`);
  return { code: answer.status, ...((await answer.json()) as object) };
}

const KEY = '/3/comune/s1';
const LOGIN = { username: 'comune', password: OPERATOR_PASSWORD };

export type Town = Awaited<ReturnType<typeof startTown>>;

/** A town with one signal: its operator works on the first server, and has a page open on the second. */
export async function startTown({ first, second, brokerPort }: ServersAsOne, kind: 'obedient' | 'mute') {
  const { id: userId } = await first.createOperator(LOGIN.username);
  const deviceId = await first.createDevice({ topic: KEY, userId });
  const [token, admin] = [await second.tokenOf(LOGIN), await second.logIn(ADMIN)];
  const page = await openPage(second, token);
  const other = createClient({ origin: second.url, token });
  await until(
    'the second server knows the signal',
    async () => (await other('listDeviceStatuses')).length === 1,
  );
  // What is said before a server knows the signal is not heard there.
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: brokerPort, ...MOSQUITTO_LOGIN },
    devices: [{ key: KEY, type: 'semaforo', behaviour: { kind }, shows: 'verde' }],
  });
  onTestFinished(fleet.stop);
  await fleet.start();
  if (kind === 'mute') await reportVerde(brokerPort);
  await until('the second server heard it', async () => {
    const [known] = await other('listDeviceStatuses');
    return known?.status === 'verde';
  });
  return {
    deviceId,
    userId,
    device: fleet.device(KEY),
    client: await first.logIn(LOGIN),
    other,
    admin,
    token,
    page,
  };
}

/** A signal that obeys no command says once what it shows. */
async function reportVerde(brokerPort: number): Promise<void> {
  const device = await connectAsync(`mqtt://127.0.0.1:${brokerPort}`, MOSQUITTO_LOGIN);
  await device.publishAsync(`${KEY}/out1`, '1', { qos: 1 });
  await device.endAsync();
}
