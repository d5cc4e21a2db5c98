import type { Client } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import { ADMIN } from '@semaforo/testing/credentials';
import { until } from '@semaforo/testing/until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp, untilStatus } from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';

const PATH = '/api/admin/devices.csv';
const HEADER = 'name,topic,type,latitude,longitude,username';
const WRITTEN = '"name";"topic";"type";"latitude";"longitude";"username";"profile"';

describe.each(testEngines())('the table of devices on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let admin: Client;
  let operator: { id: number; client: Client };

  beforeEach(async () => {
    place = await createTestDatabasePlace(engine);
    app = await startApp({
      dataDir: place.dataDir,
      settings: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
    });
    admin = await app.logIn(ADMIN);
    operator = await app.createOperator('valdombra');
  });
  afterEach(async () => {
    await app.stop();
    await place.remove();
  });

  const send = (table: string) => admin('importDevices', { body: table });
  const auditedActions = async () =>
    (await admin('listAudit')).entries
      .filter(({ outcome }) => outcome === 'riuscita')
      .map(({ action }) => action);

  test('is imported once by a request with a key that is repeated', async () => {
    const idempotencyKey = 'la-tabella-di-oggi';
    const body = `${HEADER}\nPiazza,/3/val/s1,semaforo,,,valdombra\n`;
    const first = await admin('importDevices', { body, idempotencyKey });
    expect(first).toMatchObject({ created: 1, applied: true });
    expect(await admin('importDevices', { body, idempotencyKey })).toEqual(first);
    expect((await auditedActions()).filter((action) => action === 'devices.import')).toHaveLength(1);
  });

  test('is imported after a change: devices change, the owner is notified, the audit has one row', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id, name: '=Piazza' });
    const { headers } = await admin.attempt('exportDevices');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="dispositivi.csv"');
    const text = await admin('exportDevices');
    expect(text).toBe(`${WRITTEN}\r\n"'=Piazza";"/3/val/s1";"semaforo";"";"";"valdombra";"outN"\r\n`);
    const none = { created: 0, updated: 0, unchanged: 1, errors: [] };
    expect(await send(text)).toEqual({ ...none, applied: true });
    expect(await auditedActions()).not.toContain('devices.import');

    const token = await app.tokenOf({ username: 'valdombra', password: OPERATOR_PASSWORD });
    const socket = openLiveSocket({ origin: app.url, token });
    let isOwnerNotified = false;
    socket.on('devices_changed', () => (isOwnerNotified = true));
    await until('the page is connected', () => socket.connected);
    const changed = `${text.replace("'=Piazza", 'Ponte')}Faro;/4/val/l1;lanterna;44,5;12.1;;tasmota\r\n`;
    const report = { created: 1, updated: 1, unchanged: 0, errors: [] };
    const tried = await admin('importDevices', { query: { dry_run: 'true' }, body: changed });
    expect(tried).toEqual({ ...report, applied: false });
    expect(await admin('exportDevices')).toBe(text);
    expect(await send(changed)).toEqual({ ...report, applied: true });
    await until('the owner is notified', () => isOwnerNotified);
    socket.disconnect();
    expect(await operator.client('listDevices')).toMatchObject({ devices: [{ name: 'Ponte' }] });
    expect(await admin('listManagedDevices')).toMatchObject({
      devices: [{ topic: '/4/val/l1', latitude: 44.5, username: null }, {}],
    });
    expect((await auditedActions()).filter((action) => action === 'devices.import')).toHaveLength(1);
  });

  test('that has one wrong line changes nothing, and the report names the line', async () => {
    const table = `${HEADER}\n,/3/val/s1,semaforo,,,valdombra\n,/3/val/s2,semaforo,,,nessuno`;
    expect(await send(table)).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      errors: [{ line: 3, error: "L'utente «nessuno» non esiste" }],
      applied: false,
    });
    expect(await operator.client('listDevices')).toEqual({ devices: [] });
  });

  test('is told line by line in a dry run, errors first, and its good lines can be imported without the others', async () => {
    await app.createDevice({ topic: '/3/val/s3', userId: operator.id, name: 'Lungofiume 1' });
    await app.createDevice({ topic: '/3/val/s4', userId: operator.id, name: 'Stazione' });
    const table = [
      HEADER,
      'Borgo,/3/val/s1,semaforo,,,valdombra',
      'Lungofiume,/3/val/s3,semaforo,"44,8",9.6,valdombra',
      'Stazione,/3/val/s4,semaforo,,,valdombra',
      'Via Po,/3/val/s9,semaforo,,,vladombra',
    ].join('\n');
    const query = { rows: 'true', skip_errors: 'true' } as const;
    const { rows, ...tried } = await admin('importDevices', {
      query: { ...query, dry_run: 'true' },
      body: table,
    });
    expect(tried).toMatchObject({ created: 1, updated: 1, unchanged: 1, applied: false });
    expect(rows).toMatchObject([
      { line: 5, outcome: 'error', name: 'Via Po', error: "L'utente «vladombra» non esiste" },
      {
        line: 3,
        outcome: 'changed',
        changes: [
          { field: 'name', before: 'Lungofiume 1', after: 'Lungofiume' },
          { field: 'latitude', before: null, after: '44.8' },
          { field: 'longitude', before: null, after: '9.6' },
        ],
      },
      { line: 2, outcome: 'new', topic: '/3/val/s1' },
      { line: 4, outcome: 'same' },
    ]);
    expect(await admin('importDevices', { query, body: table })).toMatchObject({ applied: true, created: 1 });
    const { devices } = await operator.client('listDevices');
    expect(devices.map(({ name }) => name)).toEqual(['Borgo', 'Lungofiume', 'Stazione']);
  });

  test('that Excel saved, with a byte order mark or in Windows-1252, keeps its accents', async () => {
    await send('\uFEFFtopic;type;name\r\n/3/val/s1;semaforo;Città\r\n');
    // The client sends text as UTF-8.
    const response = await fetch(app.url + PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
      body: Buffer.from('topic;type;name\r\n/3/val/s2;semaforo;Forlì\r\n', 'latin1'),
    });
    expect(response.status).toBe(200);
    expect(await admin('listManagedDevices')).toMatchObject({
      devices: [{ name: 'Città' }, { name: 'Forlì' }],
    });
  });

  test('that gives a device another type forgets the state of the former type', async () => {
    await app.createDevice({ topic: '/3/val/s1', userId: operator.id });
    await app.startFleet([
      { key: '/3/val/s1', type: 'semaforo', behaviour: { kind: 'obedient' }, shows: 'verde' },
    ]);
    await untilStatus(operator.client, '/3/val/s1', 'shows verde', ({ status }) => status === 'verde');
    await send('topic,type\n/3/val/s1,lanterna\n');
    expect(await operator.client('listDeviceStatuses')).toMatchObject([
      { device_type: 'lanterna', status: null },
    ]);
  });

  test('is accepted from admins only, as CSV of at most 5 MB; other routes refuse CSV', async () => {
    const { client } = operator;
    expect(await client.attempt('importDevices', { body: 'topic,type' })).toMatchObject({ status: 403 });
    expect(await client.attempt('exportDevices')).toMatchObject({ status: 403 });
    expect(await admin.request('POST', PATH, { body: {} })).toMatchObject({
      status: 415,
      body: { error: 'Il corpo della richiesta deve essere text/csv' },
    });
    const headers = { 'content-type': 'text/csv' };
    expect(await admin.request('POST', `${PATH}?dry_run=forse`, { headers, body: '' })).toMatchObject({
      status: 400,
      body: { error: 'dry_run è true o false' },
    });
    const tooLong = 'x'.repeat(5 * 1024 * 1024 + 1);
    expect(await admin.attempt('importDevices', { body: tooLong })).toMatchObject({ status: 413 });
    await send(`topic,type\n${' '.repeat(5 * 1024 * 1024 - 20)}`);
    expect((await admin.request('POST', '/api/login', { headers, body: 'a' })).status).toBe(415);
  });

  test('with as many signals as Italy has Comuni is imported, and importing its export changes nothing', async () => {
    const lines = Array.from(
      { length: 8000 },
      (_, index) => `Comune d'Italia ${index},/3/comune/s${index},semaforo,"44,${index}",12.5,valdombra`,
    );
    expect(await send(`${HEADER}\n${lines.join('\n')}`)).toMatchObject({
      created: 8000,
      errors: [],
      applied: true,
    });
    expect(await send(await admin('exportDevices'))).toMatchObject({ unchanged: 8000, updated: 0 });
  });
});
