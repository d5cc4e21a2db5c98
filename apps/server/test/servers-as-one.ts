import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LiveSocket, openLiveSocket } from '@semaforo/client/live-socket';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN } from '@semaforo/testing/mosquitto';
import { createNats, hasNats, type Nats } from '@semaforo/testing/nats';
import { until } from '@semaforo/testing/until';
import { inject, onTestFinished } from 'vitest';
import { type RunningApp, startApp } from './running-app.ts';
import { createTestDatabasePlace } from './test-database.ts';

/** What servers that work as one need on this machine. */
export const hasServersAsOne = inject('postgresUrl') !== null && hasMosquitto && hasNats;

export type ServersAsOne = { first: RunningApp; second: RunningApp; nats: Nats; brokerPort: number };

/** Two servers on one PostgreSQL, one Mosquitto and one NATS; all of it ends with the test. */
export async function startServersAsOne(more: Record<string, string> = {}): Promise<ServersAsOne> {
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
  const start = async (name: string) => {
    const app = await startApp({ dataDir: join(folder, name), settings, withoutBroker: true });
    onTestFinished(app.stop);
    return app;
  };
  return { first: await start('first'), second: await start('second'), nats, brokerPort: broker.port };
}

/** An open page on one of the servers, and the names of the events that it heard. */
export async function openPage(
  { url }: RunningApp,
  token: string,
): Promise<{ socket: LiveSocket; heard: string[]; clocks: { isolated?: boolean }[] }> {
  const socket = openLiveSocket({ origin: url, token, reconnection: false });
  onTestFinished(() => void socket.disconnect());
  const heard: string[] = [];
  const clocks: { isolated?: boolean }[] = [];
  socket.onAny((name: string) => heard.push(name));
  socket.on('clock', (clock) => clocks.push(clock));
  await until('the socket is connected', () => socket.connected);
  return { socket, heard, clocks };
}

/** What `/readyz` of a server says. */
export async function readinessOf({ url }: RunningApp): Promise<unknown> {
  const answer = await fetch(`${url}/readyz`);
  return { code: answer.status, ...((await answer.json()) as object) };
}
