import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, logIn } from '@semaforo/client';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import type { ServerProcess } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { spawnBundledServer } from '../test/bundled-server.ts';
import { OPERATOR_PASSWORD } from '../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from '../test/test-database.ts';

type Server = { process: ServerProcess; origin: string; admin: Client };

describe.skipIf(inject('postgresUrl') === null || !hasMosquitto)('two servers on one PostgreSQL', () => {
  let place: TestDatabasePlace;
  let broker: Mosquitto;
  let folder: string;
  let processes: ServerProcess[];
  let first: Server;
  let second: Server;
  let fleet: Fleet | undefined;
  let secret: string;

  beforeEach(async () => {
    processes = [];
    fleet = undefined;
    folder = mkdtempSync(join(tmpdir(), 'semaforo-two-'));
    place = await createTestDatabasePlace('postgres');
    broker = createMosquitto(await freePort());
    await broker.start();
    secret = randomBytes(32).toString('base64');
    first = await startServer('first');
    second = await startServer('second');
  });

  afterEach(async () => {
    await fleet?.stop();
    for (const server of processes) await server.end('SIGKILL');
    await broker.remove();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startServer(name: string, { port } = broker): Promise<Server> {
    const server = spawnBundledServer({
      PORT: String(await freePort()),
      DATA_DIR: join(folder, name),
      DATABASE_URL: place.databaseUrl ?? '',
      SECRET_KEY: secret,
      ADMIN_PASSWORD: ADMIN.password,
      ...outsideBrokerSettings(port, MOSQUITTO_LOGIN),
      COMMAND_CONFIRM_MS: '10000',
    });
    processes.push(server);
    const origin = await server.ready();
    return { process: server, origin, admin: await logIn({ origin }, ADMIN) };
  }

  /**
   * Operators created on one server, a signal of each on the other, and the signals themselves. Resolves to the
   * operators' tokens.
   */
  async function createTowns(count: number, kind: 'obedient' | 'mute' = 'obedient'): Promise<string[]> {
    const tokens: string[] = [];
    for (let town = 1; town <= count; town += 1) {
      const login = { username: `comune${town}`, password: OPERATOR_PASSWORD };
      const { id: userId } = await first.admin('createUser', { body: login });
      await second.admin('createDevice', { body: { topic: keyOf(town), type: 'semaforo', userId } });
      tokens.push((await logIn(second, login)).token ?? '');
    }
    fleet = createFleet({
      broker: { host: '127.0.0.1', port: broker.port, ...MOSQUITTO_LOGIN },
      devices: Array.from({ length: count }, (_, index) => ({
        key: keyOf(index + 1),
        type: 'semaforo' as const,
        behaviour: { kind },
        shows: 'verde' as const,
      })),
    });
    await fleet.start();
    return tokens;
  }

  const keyOf = (town: number) => `/3/due/s${town}`;
  const clientOf = ({ origin }: Server, token: string) => createClient({ origin, token });

  test('what one hears and the other cannot is the last that the other knows, and not fresh', async () => {
    const elsewhere = createMosquitto(await freePort());
    await elsewhere.start();
    try {
      await createTowns(1);
      const deaf = await startServer('deaf', elsewhere);
      const shownBy = async ({ admin }: Server) => {
        const [record] = await admin('listDeviceStatuses');
        return record && { status: record.status, stale: record.stale };
      };
      fleet?.device(keyOf(1)).show('rosso');
      await until('the first has heard it', async () => (await shownBy(first))?.status === 'rosso');
      await until('the other one knows', async () => (await shownBy(deaf))?.status === 'rosso');
      expect(await shownBy(deaf)).toEqual({ status: 'rosso', stale: true });
      expect(await shownBy(first)).toEqual({ status: 'rosso', stale: false });
    } finally {
      await elsewhere.remove();
    }
  });

  test('run each schedule once between them, with devices and users that the other one created', async () => {
    // A busy machine runs a schedule late, but hardly after the next one of the same town.
    const [towns, rounds, everyMs] = [20, 3, 6000];
    const tokens = await createTowns(towns);
    const startAt = Date.now() + 12_000;
    const planned = tokens.flatMap((token, town) =>
      Array.from({ length: rounds }, (_, round) => ({ token, town, round })),
    );
    await Promise.all(
      planned.map(async ({ token, town, round }) => {
        const server = (town + round) % 2 === 0 ? first : second;
        await clientOf(server, token)('createSchedule', {
          body: {
            color: round % 2 === 0 ? 'rosso' : 'giallo',
            datetime: new Date(startAt + round * everyMs).toISOString(),
            device_type: 'semaforo',
          },
        });
      }),
    );
    const list = () => first.admin('listSchedules');
    await until('the first round has ended', async () => (await list()).some(({ executed }) => executed));
    const ended = await until('every schedule has ended', async () => {
      const schedules = await list();
      return schedules.length === planned.length && schedules.every(({ executed }) => executed)
        ? schedules
        : undefined;
    });
    const ran = ({ outcome, devices }: (typeof ended)[number]) =>
      (outcome === 'eseguita' || outcome === 'in ritardo') && devices.length === 1;
    expect(ended.filter((schedule) => !ran(schedule))).toEqual([]);
    // Each execution lights one lamp once: so often was each device told to.
    for (let town = 1; town <= towns; town += 1) {
      await until('the last command reached the device', () => litIn(town).length >= rounds);
    }
    // One more to each: one too many would come before it.
    await first.admin('sendCommand', { body: { command: 'verde' } });
    for (let town = 1; town <= towns; town += 1) {
      await until('one more reached the device', () => litIn(town).length > rounds);
      expect(litIn(town)).toHaveLength(rounds + 1);
    }
  });

  const litIn = (town: number) =>
    (fleet?.device(keyOf(town)).commands ?? []).filter(({ payload }) => payload === '1');

  test('let go of a command under way when the other accepts a newer one for the device', async () => {
    const [token = ''] = await createTowns(1, 'mute');
    const lists = async (server: Server) => (await clientOf(server, token)('listDevices')).devices;
    await until('the first server knows the device', async () => (await lists(first)).length === 1);
    const send = (server: Server, command: SignalColor) =>
      clientOf(server, token)('sendCommand', { query: { type: 'semaforo' }, body: { command } });
    const older = send(first, 'rosso');
    await until('rosso was sent', () => litIn(1).length === 1);
    const newer = send(second, 'giallo');
    expect((await older).results).toMatchObject([{ error: 'Superato da un comando più recente' }]);
    const device = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, MOSQUITTO_LOGIN);
    const report = (channel: string, payload: string) =>
      device.publishAsync(`${keyOf(1)}/${channel}`, payload, { qos: 1 });
    await report('out1', '0');
    await report('out2', '1');
    expect((await newer).results).toMatchObject([{ error: null }]);
    await device.endAsync();
    // Both heard it; the first one neither waits for rosso any more nor finds that giallo differs from it.
    for (const server of [first, second]) {
      const statuses = async () => (await clientOf(server, token)('listDeviceStatuses'))[0];
      const expected = { status: 'giallo', out_of_sync: false, pending: null, error: false };
      await expect.poll(statuses).toMatchObject({ ...expected, desired: { value: 'giallo' } });
    }
  });

  test('see within a second a device that the other deleted', async () => {
    await createTowns(1);
    const devices = async ({ admin }: Server) => (await admin('listManagedDevices')).devices;
    const [device] = await until('the first server knows it', async () => {
      const known = await devices(first);
      return known.length > 0 ? known : undefined;
    });
    await first.admin('deleteDevice', { params: { id: device?.id ?? 0 } });
    await until('the second server has let it go', async () => (await devices(second)).length === 0);
  });
});
