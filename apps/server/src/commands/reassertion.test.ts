import type { Client } from '@semaforo/client';
import { REASSERT_SETTING } from '@semaforo/contract/domain/device/reassertion';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';

const COLORS = ['verde', 'giallo', 'arancio', 'rosso'] as const;
type Color = (typeof COLORS)[number];

/** A board that does as it is told, unless it is made to refuse a color. */
async function createBoard(client: MqttClient, key: string) {
  const lit = new Set<Color>(['verde']);
  let refuses: Color | undefined;
  const commands: string[] = [];
  const report = async (color: Color) =>
    void (await client.publishAsync(`${key}/out${COLORS.indexOf(color) + 1}`, lit.has(color) ? '1' : '0', {
      qos: 1,
    }));
  client.on('message', (topic, payload) => {
    if (!topic.startsWith(`${key}/`)) return;
    const color = COLORS[Number(topic.split('/').at(-2)?.slice(3)) - 1];
    if (color === undefined) return;
    commands.push(`${color}=${String(payload)}`);
    if (color === refuses) return;
    if (String(payload) === '1') lit.add(color);
    else lit.delete(color);
    void report(color);
  });
  await client.subscribeAsync(`${key}/+/set`, { qos: 1 });
  const publishAll = async () => {
    for (const color of COLORS) await report(color);
  };
  await publishAll();
  return {
    commands,
    refuse: (color: Color | undefined) => {
      refuses = color;
    },
    /** Loses its power, and comes back with that lamp lit, or dark. */
    reboot: async (to?: Color) => {
      lit.clear();
      if (to !== undefined) lit.add(to);
      commands.length = 0;
      await publishAll();
    },
  };
}

describe.each(testEngines())('a warning that a board does not hold, on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let operator: Client;
  let ownerId: number;
  let boards: MqttClient;
  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    app = await startApp({
      dataDir: place.dataDir,
      settings: {
        ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
        COMMAND_CONFIRM_MS: '1000',
        ALARM_RAISE_SECONDS: '0',
      },
    });
    ({ id: ownerId, client: operator } = await app.createOperator('valdombra'));
    boards = await connectAsync(`mqtt://127.0.0.1:${app.brokerPort}`, BROKER_LOGIN);
  });
  afterAll(async () => {
    await boards.endAsync();
    await app.stop();
    await place.remove();
  });

  const signal = async (name: string) => {
    const id = await app.createDevice({ topic: `/3/valdombra/${name}`, name, userId: ownerId });
    const board = await createBoard(boards, `/3/valdombra/${name}`);
    const record = async () => (await operator('listDeviceStatuses')).find((one) => one.id === id);
    const untilShown = (status: string | null, isOutOfSync: boolean) =>
      until(`${name} shows ${status}, ${isOutOfSync ? 'out of sync' : 'in sync'}`, async () => {
        const now = await record();
        return now?.status === status && now.out_of_sync === isOutOfSync && now.pending === null;
      });
    const command = (color: Color) => operator('sendCommand', { body: { command: color, deviceIds: [id] } });
    await untilShown('verde', false);
    return { id, board, record, untilShown, command };
  };
  const reassertionsOf = async (id: number) =>
    (await operator('getDevicePast', { params: { id } })).commands.filter(
      ({ username }) => username === 'semaforo',
    );

  test.each(['verde', undefined] as const)('is lit again by itself after a reboot to %s', async (to) => {
    const { id, board, record, untilShown, command } = await signal(`riavvio-${to ?? 'buio'}`);
    await command('rosso');
    await untilShown('rosso', false);
    const before = await record();
    await board.reboot(to);
    await untilShown(to ?? 'spento', true);
    await untilShown('rosso', false);
    expect(board.commands[0]).toBe('rosso=1');
    const after = await record();
    expect(after?.desired).toEqual({ ...before?.desired, reasserted: 1 });
    await until('the reassertion is stored as confirmed', async () => {
      const [first, ...more] = await reassertionsOf(id);
      return first?.state === 'confermato' && first.value === 'rosso' && more.length === 0;
    });
    const past = await operator('getDevicePast', { params: { id } });
    expect(past.out_of_sync.map(({ ended_at }) => typeof ended_at)).toEqual(['string']);
  });

  test('is not lit again when the board shows something graver, nor verde ever', async () => {
    const graver = await signal('piu-grave');
    await graver.command('giallo');
    await graver.untilShown('giallo', false);
    await graver.board.reboot('rosso');
    await graver.untilShown('rosso', true);
    const dark = await signal('spento');
    await dark.command('verde');
    // Confirmed by the first of them, because the other lamps are dark already.
    await until('every write has arrived', () => dark.board.commands.length === COLORS.length);
    await dark.board.reboot();
    await dark.untilShown('spento', true);
    // One that is to be lit again, and left after them, says that their time has passed.
    const milder = await signal('dopo');
    await milder.command('rosso');
    await milder.untilShown('rosso', false);
    await milder.board.reboot('verde');
    await until('it is lit again', async () => (await reassertionsOf(milder.id)).length === 1);
    expect(graver.board.commands).toEqual([]);
    expect(dark.board.commands).toEqual([]);
  });

  test('is left as it is once a person has accepted what it shows, or the Comune has switched that off', async () => {
    const accepted = await signal('accettato');
    const off = await signal('senza');
    const admin = await app.logIn(ADMIN);
    await admin('saveUserSetting', { params: { id: ownerId }, body: { [REASSERT_SETTING]: 'false' } });
    for (const { command, board, untilShown } of [accepted, off]) {
      await command('rosso');
      await untilShown('rosso', false);
      await board.reboot('verde');
      await untilShown('verde', true);
    }
    await operator('acceptReported', { params: { id: accepted.id }, body: { lit: ['verde'] } });
    await admin('saveUserSetting', { params: { id: ownerId }, body: { [REASSERT_SETTING]: 'true' } });
    await off.untilShown('rosso', false);
    expect(accepted.board.commands).toEqual([]);
    expect(await reassertionsOf(accepted.id)).toEqual([]);
  });

  test('is left as it is while people work on it, obeys their commands, and is lit again after they have ended', async () => {
    const { id, board, untilShown, command } = await signal('in-manutenzione');
    await command('rosso');
    await untilShown('rosso', false);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await operator('setMaintenance', { params: { id }, body: { until, reason: 'Lampada nuova' } });
    await board.reboot('verde');
    await untilShown('verde', true);
    // One that is to be lit again, and left after it, says that its time has passed.
    const other = await signal('senza-manutenzione');
    await other.command('rosso');
    await other.untilShown('rosso', false);
    await other.board.reboot('verde');
    await other.untilShown('verde', true);
    await other.untilShown('rosso', false);
    expect(board.commands).toEqual([]);
    await command('giallo');
    await untilShown('giallo', false);
    await board.reboot('verde');
    await untilShown('verde', true);
    await operator('endMaintenance', { params: { id } });
    await untilShown('giallo', false);
    expect((await reassertionsOf(id)).map(({ value }) => value)).toEqual(['giallo']);
  });
});
