import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, logIn } from '@semaforo/client';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { createMosquitto, hasMosquitto, MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { type ServerProcess, spawnServer } from '@semaforo/testing/server-process';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
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

  test('run each schedule once between them, with devices and users that the other one created', async () => {
    const [towns, rounds] = [12, 5];
    const tokens = await createTowns(towns);
    const startAt = Date.now() + 6000;
    const planned = tokens.flatMap((token, town) =>
      Array.from({ length: rounds }, (_, round) => ({ token, town, round })),
    );
    await Promise.all(
      planned.map(async ({ token, town, round }) => {
        const server = (town + round) % 2 === 0 ? first : second;
        await clientOf(server, token)('createSchedule', {
          body: {
            color: round % 2 === 0 ? 'rosso' : 'giallo',
            datetime: new Date(startAt + round * 1000).toISOString(),
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
    expect(new Set(ended.map(({ outcome, devices }) => `${outcome} ${devices.length}`))).toEqual(
      new Set(['eseguita 1']),
    );
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
    const send = (server: Server, command: SignalColour) =>
      clientOf(server, token)('sendCommand', { query: { type: 'semaforo' }, body: { command } });
    const older = send(first, 'rosso');
    await until('rosso was sent', () => litIn(1).length === 1);
    const [{ results }] = await Promise.all([older, send(second, 'giallo')]);
    expect(results).toMatchObject([{ error: 'Superato da un comando più recente' }]);
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
