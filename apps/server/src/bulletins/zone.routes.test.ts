import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { COMUNI_CSV, nationalBulletin, ZONES_CSV } from '@semaforo/testing/national-bulletin';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import {
  createTestDatabase,
  createTestDatabasePlace,
  type TestDatabasePlace,
  testEngines,
} from '../../test/test-database.ts';
import { BUILT_IN_DAY, readBuiltInZones } from './built-in-zones.ts';
import { createZoneImport } from './import-zones.ts';
import { createZonesRepository } from './zones.repository.ts';

/** Sunday 22 November 2026, 15:00 in Rome. */
const NOW = Date.UTC(2026, 10, 22, 14);
const COUNTS = { created: 0, updated: 0, unchanged: 0, ended: 0, errors: [], applied: true };

describe.each(testEngines())('warning zones on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let admin: Client;
  let operator: { id: number; client: Client };

  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    app = await startApp({
      clock: { now: () => NOW },
      dataDir: place.dataDir,
      settings: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
    });
    admin = await app.logIn(ADMIN);
    operator = await app.createOperator('valdombra');
  });
  afterAll(async () => {
    await app.stop();
    await place.remove();
  });

  const zoneAudit = async () =>
    (await admin('listAudit')).entries.filter(({ action }) => action.startsWith('zones.'));

  test('zones and Comuni are imported, exported and imported again without a change', async () => {
    const dry = await admin('importZones', { query: { dry_run: 'true' }, body: ZONES_CSV });
    expect(dry).toEqual({ ...COUNTS, created: 5, applied: false });
    expect((await operator.client('listZones')).zones).toEqual([]);
    expect(await admin('importZones', { body: ZONES_CSV })).toEqual({ ...COUNTS, created: 5 });
    expect(await admin('importZones', { body: COMUNI_CSV })).toEqual({ ...COUNTS, created: 4 });
    const rows = await zoneAudit();
    expect(rows.map(({ action }) => action)).toEqual(['zones.import', 'zones.import']);

    const zones = await admin('exportZones');
    expect(zones).toContain('"Vald-B";"Basso Torno, Piana e Laguna";"Valdombra"\r\n');
    expect(await admin('importZones', { body: zones })).toEqual({ ...COUNTS, unchanged: 5 });
    const comuni = await admin('exportComuni');
    expect(await admin('importZones', { body: comuni })).toEqual({ ...COUNTS, unchanged: 4 });
    const ids = (entries: typeof rows) => entries.map(({ id }) => id);
    expect(ids(await zoneAudit())).toEqual(ids(rows));
  });

  test('Comuni of the same name are told apart by their province', async () => {
    const { comuni } = await operator.client('findComuni', { query: { name: ' CASTRO' } });
    expect(comuni.map(({ name, province_code, zone }) => [name, province_code, zone])).toEqual([
      ['Castro', 'VD', 'Vald-A'],
      ['Castro', 'TR', 'Torr-1'],
      ['Castrovento', 'VD', 'Vald-B'],
    ]);
    expect((await operator.client('findComuni', { query: { name: 'i_o' } })).comuni).toEqual([]);
  });

  test('a Comune has one zone or two, by its own choice or that of an admin, and a device may have another', async () => {
    const { client, id } = operator;
    expect(await client('saveMyZones', { body: { zones: ['Vald-C', 'Vald-A'] } })).toEqual({
      zones: [
        { code: 'Vald-A', name: 'Alto Torno' },
        { code: 'Vald-C', name: 'Conca' },
      ],
    });
    expect(await client.attempt('saveMyZones', { body: { zones: ['Nulla-1'] } })).toMatchObject({
      status: 422,
    });
    expect(
      await client.attempt('saveMyZones', { body: { zones: ['Vald-A', 'Vald-B', 'Vald-C'] } }),
    ).toMatchObject({ status: 400 });
    const own = { params: { id }, body: { zones: ['Vald-B'] } };
    await admin('saveUserZones', own);
    await admin('saveUserZones', own);
    expect(await admin('getUserZones', { params: { id } })).toMatchObject({ zones: [{ code: 'Vald-B' }] });

    const other = await app.createOperator('torrealta');
    const deviceId = await app.createDevice({ topic: '/3/val/s1', userId: id, name: 'Ponte' });
    await admin('saveDeviceZone', { params: { id: deviceId }, body: { zone: 'Torr-1' } });
    const zone = { code: 'Torr-1', name: 'Città di Torrealta' };
    expect(await client('getMyZones')).toMatchObject({ devices: [{ id: deviceId, name: 'Ponte', zone }] });
    expect(await other.client('getMyZones')).toEqual({ zones: [], devices: [] });
    expect(await admin('getMyZones')).toMatchObject({ devices: [{ id: deviceId }] });
    expect(await other.client.attempt('saveUserZones', own)).toMatchObject({ status: 403 });
    const absent = { params: { id: 999_999 } };
    expect(await admin.attempt('saveUserZones', { ...absent, body: { zones: [] } })).toMatchObject({
      status: 404,
    });
    expect(await admin.attempt('saveDeviceZone', { ...absent, body: { zone: 'Vald-A' } })).toMatchObject({
      status: 404,
    });
    await admin('saveDeviceZone', { params: { id: deviceId }, body: { zone: null } });
    expect((await client('getMyZones')).devices).toEqual([]);
    const assigned = (await zoneAudit()).filter(
      ({ action, outcome }) => action === 'zones.assign' && outcome === 'riuscita',
    );
    expect(assigned.map(({ username, target }) => [username, target])).toEqual([
      ['admin', `device:${deviceId}`],
      ['admin', `device:${deviceId}`],
      ['admin', `user:${id}`],
      ['valdombra', `user:${id}`],
    ]);
  });

  test('zones that change on a day are known by their former names until then, and whoever has one keeps it', async () => {
    await admin('saveUserZones', { params: { id: operator.id }, body: { zones: ['Vald-C'] } });
    const changed = ZONES_CSV.replace('Vald-A,Alto Torno', 'Vald-A,Torno superiore').replace(
      /Vald-C,.*\n/,
      'Vald-D,Conca,Valdombra\n',
    );
    const query = { valid_from: '2026-11-22' };
    expect(await admin('importZones', { query, body: changed })).toEqual({
      ...COUNTS,
      created: 1,
      updated: 1,
      unchanged: 3,
      ended: 1,
    });
    const both = [{ name: 'Alto Torno', idraulico: 'giallo' }, { name: 'Conca' }] as const;
    const { days } = await admin('uploadBulletin', {
      body: nationalBulletin({ today: both, tomorrow: both }),
    });
    expect(days.map(({ zones }) => zones.map(({ zone }) => zone))).toEqual([
      ['Vald-A', 'Vald-C'],
      [null, 'Vald-D'],
    ]);
    expect((await operator.client('getMyZones')).zones).toEqual([{ code: 'Vald-C', name: null }]);
    expect((await operator.client('listZones')).zones.map(({ code }) => code)).not.toContain('Vald-C');
  });

  test('a table with a wrong line changes nothing, and the report names the line', async () => {
    const before = await admin('exportZones');
    const wrong = `zona_codice,zona_nome\nVald-X,Conca\nVald-Y,conca\nVald-X,Altra\n,Senza codice\n`;
    expect(await admin('importZones', { body: wrong })).toMatchObject({
      applied: false,
      errors: [
        { line: 3, error: 'La zona Vald-X ha già il nome «conca»' },
        { line: 4, error: 'La zona Vald-X è ripetuta' },
        { line: 5, error: 'La zona ha il codice senza il nome, o il nome senza il codice' },
      ],
    });
    const twice = `${COMUNI_CSV}999001,Castro,Altrove,AL,Valdombra,,\n12,Breve,A,A,A,,\n`;
    expect(await admin('importZones', { body: twice })).toMatchObject({
      errors: [
        { line: 6, error: 'Il Comune 999001 è ripetuto' },
        { line: 7, error: 'Il codice ISTAT ha sei cifre' },
      ],
    });
    expect(await admin('exportZones')).toBe(before);
  });
});

describe.each(testEngines())('the zones and Comuni that come with the product, on %s', (engine) => {
  const start = (place: TestDatabasePlace) =>
    startApp({
      ...{ clock: { now: () => NOW }, dataDir: place.dataDir, fillsZones: true, withoutBroker: true },
      settings: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
    });

  test('an empty console has them from the first start, an import stays at the next, and an admin puts them back', async () => {
    const place = await createTestDatabasePlace(engine);
    onTestFinished(place.remove);
    const first = await start(place);
    const { client } = await first.createOperator('calliano');
    const table = { day: '2026-08-08', built_in: true };
    const found = await client('findComuni', { query: { name: 'Calliano' } });
    expect(found.table).toEqual(table);
    expect(new Set(found.comuni.map(({ province }) => province)).size).toBe(2);
    const { zones, comuni_table } = await client('listZones');
    expect(comuni_table).toEqual(table);
    expect(zones).toHaveLength(187);
    expect(zones.filter(({ region }) => region === 'Veneto')).toHaveLength(25);
    const admin = await first.logIn(ADMIN);
    const whole = await admin('exportComuni');
    expect(whole.trim().split('\n')).toHaveLength(7905);
    expect(await client.attempt('putBuiltInZones')).toMatchObject({ status: 403 });
    await admin('importZones', { body: ZONES_CSV });
    await admin('importZones', { body: COMUNI_CSV });
    await first.stop();

    const second = await start(place);
    onTestFinished(second.stop);
    const again = await second.logIn(ADMIN);
    expect((await again('listZones')).zones).toHaveLength(5);
    const imported = await again('findComuni', { query: { name: 'Castrovento' } });
    expect(imported).toMatchObject({
      comuni: [{ zone: 'Vald-B' }],
      table: { day: '2026-11-22', built_in: false },
    });
    expect(await again('putBuiltInZones')).toEqual({ ...COUNTS, created: 187, unchanged: 7904, ended: 5 });
    expect((await again('listZones')).zones).toHaveLength(187);
    expect(await again('findComuni', { query: { name: 'Castrovento' } })).toEqual({ comuni: [], table });
    expect(await again('exportComuni')).toBe(whole);
    const { entries } = await again('listAudit');
    const written = entries.filter(({ action }) => action === 'zones.builtin');
    expect(written.map(({ username, outcome }) => [username, outcome])).toEqual([
      ['admin', 'riuscita'],
      ['calliano', 'rifiutata'],
      ['semaforo', 'riuscita'],
    ]);
  });

  test('two servers that start at once on an empty database write them once', async () => {
    const { db, close } = await createTestDatabase(engine);
    onTestFinished(close);
    const imports = [1, 2].map(() =>
      createZoneImport({
        repository: createZonesRepository(db),
        readBuiltIn: readBuiltInZones,
        clock: { now: () => NOW },
      }),
    );
    await Promise.all(imports.map(({ fillEmpty }) => fillEmpty()));
    expect(await createZonesRepository(db).comuni()).toHaveLength(7904);
  });
});

test('the day of the built-in tables is that of the page beside them', () => {
  const page = readFileSync(join(import.meta.dirname, 'zone-tables/README.md'), 'utf8');
  expect(page.split(BUILT_IN_DAY)).toHaveLength(3);
});
