import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Client, type Credentials, createClient, logIn } from '@semaforo/client';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { readMeasures, refuseLeakedSecrets } from '@semaforo/testing/leaked-secrets';
import { until } from '@semaforo/testing/until';
import { createApp } from '../src/app.ts';
import type { DeviceLogins } from '../src/broker/device-logins.port.ts';
import type { BulletinTiming } from '../src/bulletins/bulletins.module.ts';
import { readConfig } from '../src/config.ts';
import type { ShareLimits } from '../src/http/fair-shares.ts';
import type { AlarmTiming } from '../src/incidents/incidents.module.ts';
import type { NotificationOverrides } from '../src/notifications/notifications.module.ts';
import type { BackupTiming } from '../src/operations/backup-schedule.ts';
import type { Clock, MonotonicClock } from '../src/platform/clock.ts';
import type { PublicTiming } from '../src/public/public.module.ts';
import type { App } from '../src/started-app.ts';
import { bundledBackupProgram, bundledBrokerWorker } from './bundled-server.ts';
import { CHEAP_HASHES } from './cheap-hashes.ts';
import { createTestLogger, type LogLine } from './test-logger.ts';

export const OPERATOR_PASSWORD = 'operatore-di-prova-1';

export type RunningApp = {
  url: string;
  brokerPort: number;
  dataDir: string;
  log: readonly string[];
  /** The same with what was logged beside each sentence. */
  logLines: readonly LogLine[];
  /** Logs a user in; resolves to the client with which to call the API as them. */
  logIn: (login: Credentials) => Promise<Client>;
  /** Logs a user in; resolves to the token with which to open a live socket as them. */
  tokenOf: (login: Credentials) => Promise<string>;
  /** Creates an operator through the API; resolves to their id and client. */
  createOperator: (username: string) => Promise<{ id: number; client: Client }>;
  createDevice: (device: {
    topic: string;
    userId: number;
    name?: string;
    type?: DeviceType;
    profile?: DeviceProfile;
    latitude?: number;
    longitude?: number;
  }) => Promise<number>;
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
    monotonicClock?: MonotonicClock;
    /** Null: a clock of the test is compared with that of PostgreSQL. Else the two are the same. */
    databaseClock?: null;
    dataDir?: string;
    noticeTiming?: NotificationOverrides & PublicTiming;
    brokerWorker?: URL;
    deviceLogins?: DeviceLogins;
    shareLimits?: ShareLimits;
    alarmTiming?: AlarmTiming;
    lampTestStepMs?: number;
    notifications?: NotificationOverrides;
    backupTiming?: BackupTiming;
    bulletinTiming?: BulletinTiming;
    /** True: with the zones and Comuni of the product. Writing them costs as much as the rest of a start. */
    fillsZones?: boolean;
    /** The thread of the embedded broker is half of what a start costs. */
    withoutBroker?: boolean;
  } = {},
): Promise<RunningApp> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'semaforo-app-'));
  const brokerPort = await freePort();
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    EMBEDDED_BROKER_PORT: options.withoutBroker ? '0' : String(brokerPort),
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
    EMBEDDED_BROKER_SHARED_LOGIN: 'true',
    ...options.settings,
  });
  const logger = createTestLogger();
  const app: App = await createApp(config, {
    logger,
    reconnectBounds: { minMs: 20, maxMs: 100 },
    passwordCost: CHEAP_HASHES,
    sharesTurns: false,
    fillsZones: options.fillsZones ?? false,
    brokerWorker: options.brokerWorker ?? bundledBrokerWorker(),
    backupProgram: bundledBackupProgram(),
    notifications: { ...options.noticeTiming, ...options.notifications },
    publicTiming: { ...options.noticeTiming },
    ...(options.alarmTiming && { alarmTiming: options.alarmTiming }),
    ...(options.backupTiming && { backupTiming: options.backupTiming }),
    botTiming: {
      polling: { waitS: 1, leaseMs: 5000, followMs: 100, retry: { minMs: 20, maxMs: 100 } },
      answerWithinMs: 2000,
    },
    ...(options.clock && { clock: options.clock }),
    ...(options.clock && options.databaseClock !== null && { databaseClock: options.clock }),
    ...(options.monotonicClock && { monotonicClock: options.monotonicClock }),
    ...(options.deviceLogins && { deviceLogins: options.deviceLogins }),
    ...(options.shareLimits && { shareLimits: options.shareLimits }),
    ...(options.lampTestStepMs !== undefined && { lampTestStepMs: options.lampTestStepMs }),
    ...(options.bulletinTiming && { bulletinTiming: options.bulletinTiming }),
  });
  const { url } = await app.start();
  const fleets: Fleet[] = [];

  const connection = { origin: url };
  const admin = await logIn(connection, ADMIN);

  return {
    url,
    brokerPort,
    dataDir,
    log: logger.entries,
    logLines: logger.lines,
    logIn: (login) => logIn(connection, login),
    tokenOf: async (login) => {
      const { accessToken } = await createClient(connection)('logIn', { body: login });
      return accessToken;
    },
    createOperator: async (username) => {
      const login = { username, password: OPERATOR_PASSWORD };
      const { id } = await admin('createUser', { body: login });
      return { id, client: await logIn(connection, login) };
    },
    createDevice: async (device) => {
      const { id } = await admin('createDevice', { body: { type: 'semaforo', ...device } });
      return id;
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
      const measured = await readMeasures(url);
      await app.stop();
      const reported = logger.lines.map((line) => inspect(line, { depth: 6 }));
      refuseLeakedSecrets([...reported, measured], options.settings ?? {}, [OPERATOR_PASSWORD]);
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
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

/** Waits until a device shows the value with no command under way: a test may then set the clock ahead. */
export function untilShows(client: Client, topic: string, value: string): Promise<DeviceStatusRecord> {
  return untilStatus(
    client,
    topic,
    `it shows ${value}`,
    ({ status, pending }) => status === value && pending === null,
  );
}
