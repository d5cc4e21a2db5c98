import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, logIn as logInClient } from '@semaforo/client';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { type App, createApp } from '../src/app.ts';
import type { BotTiming } from '../src/bot/bot.room.ts';
import { readConfig } from '../src/config.ts';
import type { Clock } from '../src/platform/clock.ts';
import { createTestLogger } from './test-logger.ts';

export const ADMIN = { username: 'admin', password: 'parola-lunga-di-prova' };
export const BROKER_LOGIN = { username: 'semaforo', password: 'broker-di-prova' };
export const OPERATOR_PASSWORD = 'operatore-di-prova-1';

type Reply = { status: number; body: unknown; headers: Headers };

/** Makes calls as one user. */
export type Caller = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>;

export type RunningApp = {
  url: string;
  brokerPort: number;
  dataDir: string;
  log: readonly string[];
  /** Logs a user in; resolves to the client with which to call the API as them. */
  logIn: (login: { username: string; password: string }) => Promise<Client>;
  /** As `logIn`, for tests that call by path. */
  as: (login: { username: string; password: string }) => Promise<Caller>;
  tokenOf: (login: { username: string; password: string }) => Promise<string>;
  /** Creates an operator through the API; resolves to their id and client. */
  createOperator: (username: string) => Promise<{ id: number; client: Client; call: Caller }>;
  createDevice: (device: { topic: string; userId: number; name?: string; type?: string }) => Promise<number>;
  /** Starts simulated devices on the app's broker; they end with the app. */
  startFleet: (
    devices: Parameters<typeof createFleet>[0]['devices'],
    commandTopic?: string,
  ) => Promise<Fleet>;
  stop: () => Promise<void>;
};

/** The whole server in this process, on loopback ports and a data folder of its own, with everything real. */
export async function startApp(
  options: {
    settings?: Record<string, string>;
    clock?: Clock;
    dataDir?: string;
    noticeTiming?: BotTiming['notices'];
  } = {},
): Promise<RunningApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'semaforo-app-'));
  const brokerPort = await freePort();
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    EMBEDDED_BROKER_PORT: String(brokerPort),
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
    ...options.settings,
  });
  const logger = createTestLogger();
  const app: App = await createApp(config, {
    logger,
    reconnectBounds: { minMs: 20, maxMs: 100 },
    botTiming: {
      polling: { waitS: 1, leaseMs: 5000, followMs: 100, retry: { minMs: 20, maxMs: 100 } },
      answerWithinMs: 2000,
      ...(options.noticeTiming && { notices: options.noticeTiming }),
    },
    ...(options.clock && { clock: options.clock }),
  });
  const { url } = await app.start();
  const fleets: Fleet[] = [];

  const tokenOf = (login: { username: string; password: string }) => logIn(url, login);
  const as = async (login: { username: string; password: string }) => callerOf(url, await tokenOf(login));
  const admin = await as(ADMIN);

  return {
    url,
    brokerPort,
    dataDir,
    log: logger.entries,
    logIn: (login) => logInClient({ origin: url }, login),
    as,
    tokenOf,
    createOperator: async (username) => {
      const login = { username, password: OPERATOR_PASSWORD };
      const { body } = await admin('POST', '/api/admin/users', login);
      const client = await logInClient({ origin: url }, login);
      return { id: (body as { id: number }).id, client, call: callerOf(url, client.token) };
    },
    createDevice: async (device) => {
      const { status, body } = await admin('POST', '/api/admin/devices', { type: 'semaforo', ...device });
      if (status !== 201) throw new Error(`device not created: ${JSON.stringify(body)}`);
      return (body as { id: number }).id;
    },
    startFleet: async (devices, commandTopic) => {
      const fleet = createFleet({
        broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
        devices,
        ...(commandTopic !== undefined && { commandTopic }),
      });
      fleets.push(fleet);
      await fleet.start();
      return fleet;
    },
    stop: async () => {
      await Promise.all(fleets.map((fleet) => fleet.stop()));
      await app.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A token for a log-in. */
export async function logIn(url: string, login: { username: string; password: string }): Promise<string> {
  const { body } = await callerOf(url, undefined)('POST', '/api/login', login);
  return (body as { accessToken: string }).accessToken;
}

export function callerOf(url: string, token: string | undefined): Caller {
  return async (method, path, body, headers) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    };
  };
}

export type StatusRecord = {
  id: number;
  topic: string;
  status: string | null;
  updated_at: string | null;
  error: boolean;
  error_reason: string | null;
  stale: boolean;
  pending: string | null;
};

/** Waits until a device's record is as wanted, and resolves to it. */
export function untilRecord(
  call: Caller,
  topic: string,
  awaited: string,
  isAsWanted: (record: StatusRecord) => boolean,
): Promise<StatusRecord> {
  return until(`${topic}: ${awaited}`, async () => {
    const { body } = await call('GET', '/api/device-status');
    return (body as StatusRecord[]).find((record) => record.topic === topic && isAsWanted(record));
  });
}

/** Waits until the record of a device is as wanted, and resolves to it. */
export function untilStatus(
  client: Client,
  topic: string,
  awaited: string,
  isAsWanted: (record: DeviceStatusRecord) => boolean,
): Promise<DeviceStatusRecord> {
  return until(`${topic}: ${awaited}`, async () => {
    const records = await client('listDeviceStatuses');
    return records.find((record) => record.topic === topic && isAsWanted(record));
  });
}
