import { until } from '@semaforo/testing/until';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN,
  type Caller,
  OPERATOR_PASSWORD,
  type RunningApp,
  startApp,
  untilRecord,
} from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';

const PATH = '/api/admin/devices.csv';
const HEADER = 'name,topic,type,latitude,longitude,username';

describe.each(testEngines())('the table of devices on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let token: string;
  let admin: Caller;
  let operator: { id: number; call: Caller };

  beforeEach(async () => {
    place = await createTestDatabasePlace(engine);
    app = await startApp({
      dataDir: place.dataDir,
      settings: {
        COMMAND_CONFIRM_MS: '300',
        ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      },
    });
    token = await app.tokenOf(ADMIN);
    admin = await app.as(ADMIN);
    operator = await app.createOperator('valdombra');
  });
  afterEach(async () => {
    await app.stop();
    await place.remove();
  });

  const send = async (body: string | Buffer, { query = '', type = 'text/csv', as = token } = {}) => {
    const headers = { authorization: `Bearer ${as}`, 'content-type': type };
    const response = await fetch(app.url + PATH + query, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const download = async () => {
    const response = await fetch(app.url + PATH, { headers: { authorization: `Bearer ${token}` } });
    return { headers: response.headers, text: await response.text() };
  };
  const auditedActions = async () => {
    const { body } = await admin('GET', '/api/admin/audit');
    return (body as { entries: { action: string }[] }).entries.map(({ action }) => action);
  };

  test('is downloaded, changed and sent back: what it says is then so, told to its owner, in one audit row', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: '=Piazza' });
    const { headers, text } = await download();
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="dispositivi.csv"');
    expect(text).toBe(`${HEADER}\r\n'=Piazza,/3/val/s1,semaforo,,,valdombra\r\n`);
    const none = { created: 0, updated: 0, unchanged: 1, errors: [] };
    expect((await send(text)).body).toEqual({ ...none, applied: true });
    expect(await auditedActions()).not.toContain('devices.import');

    const socket = io(app.url, {
      auth: { token: await app.tokenOf({ username: 'valdombra', password: OPERATOR_PASSWORD }) },
    });
    const told: string[] = [];
    socket.onAny((event: string) => told.push(event));
    await until('the page is connected', () => socket.connected);
    const changed = `${text.replace("'=Piazza", 'Ponte')}Faro,/4/val/l1,lanterna,"44,5",12.1,\r\n`;
    const report = { created: 1, updated: 1, unchanged: 0, errors: [] };
    expect((await send(changed, { query: '?dry_run=true' })).body).toEqual({ ...report, applied: false });
    expect((await download()).text).toBe(text);
    expect(await send(changed)).toEqual({ status: 200, body: { ...report, applied: true } });
    await until('the owner was told', () => told.includes('devices_changed'));
    socket.disconnect();
    expect((await operator.call('GET', '/api/devices')).body).toMatchObject({ devices: [{ name: 'Ponte' }] });
    const { body } = await admin('GET', '/api/admin/devices');
    expect(body).toMatchObject({ devices: [{ topic: '/4/val/l1', latitude: 44.5, username: null }, {}] });
    expect((await auditedActions()).filter((action) => action === 'devices.import')).toHaveLength(1);
  });

  test('with one wrong line changes nothing and names the line', async () => {
    expect(
      (await send(`${HEADER}\n,/3/val/s1,semaforo,,,valdombra\n,/3/val/s2,semaforo,,,nessuno`)).body,
    ).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      errors: [{ line: 3, error: "L'utente «nessuno» non esiste" }],
      applied: false,
    });
    expect((await operator.call('GET', '/api/devices')).body).toEqual({ devices: [] });
  });

  test('as Excel saves it, with a byte order mark or in Windows-1252, keeps its accents', async () => {
    await send('\uFEFFtopic;type;name\r\n/3/val/s1;semaforo;Città\r\n');
    await send(Buffer.from('topic;type;name\r\n/3/val/s2;semaforo;Forlì\r\n', 'latin1'));
    const { body } = await admin('GET', '/api/admin/devices');
    expect(body).toMatchObject({ devices: [{ name: 'Città' }, { name: 'Forlì' }] });
  });

  test('gives a device another type, and with it a state of its own', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilRecord(operator.call, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
    await send('topic,type\n/3/val/s1,lanterna\n');
    const { body } = await operator.call('GET', '/api/device-status');
    expect(body).toMatchObject([{ device_type: 'lanterna', status: null }]);
  });

  test('is for admins, in CSV, and of at most 5 MB; other calls take neither CSV nor so much', async () => {
    const as = await app.tokenOf({ username: 'valdombra', password: OPERATOR_PASSWORD });
    expect((await send('topic,type', { as })).status).toBe(403);
    expect((await operator.call('GET', PATH)).status).toBe(403);
    expect(await send('{}', { type: 'application/json' })).toMatchObject({
      status: 415,
      body: { error: 'Il corpo della richiesta deve essere text/csv' },
    });
    expect(await send('', { query: '?dry_run=forse' })).toMatchObject({
      status: 400,
      body: { error: 'dry_run è true o false' },
    });
    expect((await send('x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await send(`topic,type\n${' '.repeat(5 * 1024 * 1024 - 20)}`)).status).toBe(200);
    const headers = { 'content-type': 'text/csv' };
    const elsewhere = await fetch(`${app.url}/api/login`, { method: 'POST', headers, body: 'a' });
    expect(elsewhere.status).toBe(415);
  });

  test('a table of as many signals as Italy has Comuni is imported, and its export changes nothing', async () => {
    const lines = Array.from(
      { length: 8000 },
      (_, index) => `Comune d'Italia ${index},/3/comune/s${index},semaforo,"44,${index}",12.5,valdombra`,
    );
    const { body } = await send(`${HEADER}\n${lines.join('\n')}`);
    expect(body).toMatchObject({ created: 8000, errors: [], applied: true });
    expect((await send((await download()).text)).body).toMatchObject({ unchanged: 8000, updated: 0 });
  });
});
