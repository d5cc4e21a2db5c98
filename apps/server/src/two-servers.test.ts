import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Schedule } from '@semaforo/contract/api/schedules';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { type ServerProcess, spawnServer } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { ADMIN, type Caller, callerOf, logIn, OPERATOR_PASSWORD } from '../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace } from '../test/test-database.ts';

type Server = { process: ServerProcess; url: string; admin: Caller };

describe.skipIf(inject('postgresUrl') === null || !hasMosquitto)('two servers on one PostgreSQL', () => {
  let place: TestDatabasePlace;
  let broker: Mosquitto;
  let folder: string;
  let processes: ServerProcess[];
  let first: Server;
  let second: Server;
  let fleet: Fleet | undefined;

  beforeEach(async () => {
    processes = [];
    fleet = undefined;
    folder = mkdtempSync(join(tmpdir(), 'semaforo-two-'));
    place = await createTestDatabasePlace('postgres');
    broker = createMosquitto(await freePort());
    await broker.start();
    const secret = randomBytes(32).toString('base64');
    first = await startServer('first', secret);
    second = await startServer('second', secret);
  });

  afterEach(async () => {
    await fleet?.stop();
    for (const server of processes) await server.end('SIGKILL');
    await broker.remove();
    await place.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startServer(name: string, secret: string): Promise<Server> {
    const server = spawnServer({
      PORT: String(await freePort()),
      DATA_DIR: join(folder, name),
      DATABASE_URL: place.databaseUrl ?? '',
      SECRET_KEY: secret,
      ADMIN_PASSWORD: ADMIN.password,
      EMBEDDED_BROKER_PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: String(broker.port),
      MQTT_USERNAME: MOSQUITTO_LOGIN.username,
      MQTT_PASSWORD: MOSQUITTO_LOGIN.password,
      COMMAND_CONFIRM_MS: '5000',
    });
    processes.push(server);
    const url = await server.ready();
    return { process: server, url, admin: callerOf(url, await logIn(url, ADMIN)) };
  }

  /**
   * Operators created on one server, a signal of each on the other, and the signals themselves. Resolves to the
   * operators' tokens.
   */
  async function createTowns(count: number, kind: 'obedient' | 'mute' = 'obedient'): Promise<string[]> {
    const tokens: string[] = [];
    for (let town = 1; town <= count; town += 1) {
      const login = { username: `comune${town}`, password: OPERATOR_PASSWORD };
      const { body } = await first.admin('POST', '/api/admin/users', login);
      const userId = (body as { id: number }).id;
      const device = { topic: keyOf(town), type: 'semaforo', userId };
      expect((await second.admin('POST', '/api/admin/devices', device)).status).toBe(201);
      tokens.push(await logIn(second.url, login));
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

  test('run each schedule once between them, with devices and users that the other one created', async () => {
    const [towns, rounds] = [12, 5];
    const tokens = await createTowns(towns);
    const startAt = Date.now() + 6000;
    const planned = tokens.flatMap((token, town) =>
      Array.from({ length: rounds }, (_, round) => ({ token, town, round })),
    );
    await Promise.all(
      planned.map(async ({ token, town, round }) => {
        const { url } = (town + round) % 2 === 0 ? first : second;
        const { status } = await callerOf(url, token)('POST', '/api/schedule', {
          color: round % 2 === 0 ? 'rosso' : 'giallo',
          datetime: new Date(startAt + round * 1000).toISOString(),
          device_type: 'semaforo',
        });
        expect(status).toBe(201);
      }),
    );
    const list = async () => (await first.admin('GET', '/api/schedule')).body as Schedule[];
    await until('the first round has ended', async () => (await list()).some(({ executed }) => executed));
    const ended = await until('every schedule has ended', async () => {
      const schedules = await list();
      return schedules.length === planned.length && schedules.every(({ executed }) => executed)
        ? schedules
        : undefined;
    });
    expect(new Set(ended.map(({ outcome, devices }) => `${outcome} ${devices.length}`))).toEqual(
      new Set(['eseguita 1']),
    );
    // Each execution lights one lamp once: so often was each device told to.
    for (let town = 1; town <= towns; town += 1) {
      await until('the last command reached the device', () => litIn(town).length >= rounds);
    }
    // One more to each: one too many would come before it.
    await first.admin('POST', '/api/devices/command', { command: 'verde' });
    for (let town = 1; town <= towns; town += 1) {
      await until('one more reached the device', () => litIn(town).length > rounds);
      expect(litIn(town)).toHaveLength(rounds + 1);
    }
  });

  const litIn = (town: number) =>
    (fleet?.device(keyOf(town)).commands ?? []).filter(({ payload }) => payload === '1');

  test('let go of a command under way when the other accepts a newer one for the device', async () => {
    const [token = ''] = await createTowns(1, 'mute');
    const lists = async ({ url }: Server) => {
      const { body } = await callerOf(url, token)('GET', '/api/devices');
      return (body as { devices: unknown[] }).devices;
    };
    await until('the first server knows the device', async () => (await lists(first)).length === 1);
    const send = ({ url }: Server, command: string) =>
      callerOf(url, token)('POST', '/api/devices/command?type=semaforo', { command });
    const older = send(first, 'rosso');
    await until('rosso was sent', () => litIn(1).length === 1);
    const [{ body }] = await Promise.all([older, send(second, 'giallo')]);
    expect(body).toMatchObject({
      results: [{ error: 'Superato da un comando più recente' }],
    });
  });

  test('see within a second a device that the other deleted', async () => {
    await createTowns(1);
    const devices = async (server: Server) => {
      const { body } = await server.admin('GET', '/api/admin/devices');
      return (body as { devices: { id: number }[] }).devices;
    };
    const [device] = await until('the first server knows it', async () => {
      const known = await devices(first);
      return known.length > 0 ? known : undefined;
    });
    await first.admin('DELETE', `/api/admin/devices/${device?.id}`);
    await until('the second server has let it go', async () => (await devices(second)).length === 0);
  });
});
