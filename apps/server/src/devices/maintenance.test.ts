import type { Client } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';

const HOUR_MS = 3_600_000;
const REASON = 'Sostituzione della lampada rossa';

describe.each(testEngines())('the maintenance of a device, on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let admin: Client;
  let operator: Client;
  let ownerId: number;
  let laterMs = 0;

  const start = () =>
    startApp({
      dataDir: place.dataDir,
      clock: { now: () => Date.now() + laterMs },
      alarmTiming: { checkEveryMs: 30 },
      settings: {
        ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
        ...{ ALARM_RAISE_SECONDS: '0', ALARM_CLEAR_SECONDS: '0', ALARM_HOT_C: '60' },
        COMMAND_CONFIRM_MS: '300',
      },
    });
  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    app = await start();
    ({ id: ownerId, client: operator } = await app.createOperator('valdombra'));
    admin = await app.logIn(ADMIN);
  });
  afterAll(async () => {
    await app.stop();
    await place.remove();
  });

  const inHours = (hours: number) => new Date(Date.now() + laterMs + hours * HOUR_MS).toISOString();
  const device = (name: string) => app.createDevice({ topic: `/3/valdombra/${name}`, name, userId: ownerId });
  const set = (id: number, hours: number, reason = REASON) =>
    operator('setMaintenance', { params: { id }, body: { until: inHours(hours), reason } });
  const recordOf = async (id: number) => (await admin('listDeviceStatuses')).find((one) => one.id === id);
  const auditOf = async (id: number) =>
    (await admin('listAudit')).entries
      .filter(({ target, action }) => target === `device:${id}` && action.startsWith('devices.maintenance'))
      .map(({ action, outcome }) => `${action} ${outcome}`);

  test('is begun, changed and ended by its owner or an admin, with a row in the audit each', async () => {
    const id = await device('cominciata');
    expect((await recordOf(id))?.maintenance).toBeNull();
    const begun = await set(id, 2);
    expect(begun.maintenance).toMatchObject({ reason: REASON, by: 'valdombra' });
    const longer = await admin('setMaintenance', {
      params: { id },
      body: { until: inHours(5), reason: '  Anche la verde ' },
    });
    expect(longer.maintenance).toMatchObject({ reason: 'Anche la verde', by: 'admin' });
    expect(longer.maintenance?.since).toBe(begun.maintenance?.since);
    expect((await recordOf(id))?.maintenance).toEqual(longer.maintenance);
    expect((await operator('endMaintenance', { params: { id } })).maintenance).toBeNull();
    expect((await recordOf(id))?.maintenance).toBeNull();
    await expect(operator('endMaintenance', { params: { id } })).rejects.toMatchObject({
      status: 409,
      code: 'not-in-maintenance',
    });
    // A refusal is stored once it is answered.
    await until('the refusal is in the audit', async () => (await auditOf(id)).length === 4);
    expect((await auditOf(id)).toSorted()).toEqual([
      'devices.maintenance riuscita',
      'devices.maintenance riuscita',
      'devices.maintenance-end rifiutata',
      'devices.maintenance-end riuscita',
    ]);
  });

  test('is refused without a reason, in the past, for more than 366 days, when pressed long ago, and to others', async () => {
    const id = await device('rifiutata');
    const refused = (hours: number, reason: string, message: string) =>
      expect(set(id, hours, reason)).rejects.toMatchObject({ status: 400, message });
    await refused(1, ' ', 'La manutenzione ha bisogno di un motivo');
    await refused(1, 'due\nrighe', 'Il motivo sta su una riga, senza caratteri invisibili');
    await refused(1, 'x'.repeat(201), 'Il motivo ha al massimo 200 caratteri');
    await refused(-1, REASON, 'La manutenzione deve finire nel futuro');
    await refused(367 * 24, REASON, 'Una manutenzione dura al massimo 366 giorni');
    const body = { until: inHours(1), reason: REASON };
    await expect(
      operator('setMaintenance', { params: { id }, body, issuedAt: inHours(-1) }),
    ).rejects.toMatchObject({ status: 409, code: 'command-too-old' });
    const { client: outsider } = await app.createOperator('altrove');
    await expect(outsider('setMaintenance', { params: { id }, body })).rejects.toMatchObject({ status: 404 });
    await expect(outsider('endMaintenance', { params: { id } })).rejects.toMatchObject({ status: 404 });
    expect((await recordOf(id))?.maintenance).toBeNull();
  });

  test('keeps the alarm of a device resolved until it ends by itself, which pages are told', async () => {
    const id = await device('muta');
    const page = openLiveSocket({ origin: app.url, token: await app.tokenOf(ADMIN), reconnection: false });
    onTestFinished(() => void page.disconnect());
    await until('the page is connected', () => page.connected);
    const published: DeviceStatusRecord['maintenance'][] = [];
    page.on('device_status', (records) => {
      for (const record of records) if (record.id === id) published.push(record.maintenance);
    });
    const state = async () =>
      (await operator('listAlarms', { query: {} })).find(({ kind }) => kind === 'muto')?.state;
    await operator('sendCommand', { body: { command: 'rosso', deviceIds: [id] } });
    await until('its alarm is open', async () => (await state()) === 'aperto');
    await set(id, 1);
    await until('the alarm is resolved', async () => (await state()) === 'risolto');
    await until('the page is told of it', () => published.at(-1)?.reason === REASON);
    expect((await recordOf(id))?.error).toBe(true);
    laterMs += 2 * HOUR_MS;
    await until('the alarm is open again', async () => (await state()) === 'aperto');
    await until('the page is told of the end', () => published.at(-1) === null);
    expect((await recordOf(id))?.maintenance).toBeNull();
  });

  test('stays over a restart, and ends with another owner or another device', async () => {
    const [kept, given, other] = [await device('tenuta'), await device('ceduta'), await device('altra')];
    for (const id of [kept, given, other]) await set(id, 3);
    const before = await recordOf(kept);
    await app.stop();
    app = await start();
    admin = await app.logIn(ADMIN);
    expect((await recordOf(kept))?.maintenance).toEqual(before?.maintenance);
    const { id: heir } = await app.createOperator('rivachiara');
    await admin('assignDevice', { params: { id: given }, body: { userId: heir } });
    await admin('updateDevice', { params: { id: other }, body: { topic: '/3/valdombra/altra-2' } });
    expect((await recordOf(given))?.maintenance).toBeNull();
    expect((await recordOf(other))?.maintenance).toBeNull();
    await app.stop();
    app = await start();
    admin = await app.logIn(ADMIN);
    const inMaintenance = (await admin('listDeviceStatuses')).filter(
      ({ maintenance }) => maintenance !== null,
    );
    expect(inMaintenance.map(({ id }) => id)).toEqual([kept]);
  });
});
