import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Client } from '@semaforo/client';
import { openLiveSocket } from '@semaforo/client/live-socket';
import type { ZoneShapesRecord } from '@semaforo/contract/api/bulletins';
import { ADMIN } from '@semaforo/testing/credentials';
import { nationalBulletin, topology, ZONES_CSV } from '@semaforo/testing/national-bulletin';
import { until } from '@semaforo/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD, type RunningApp, startApp } from '../../test/running-app.ts';
import { createTestDatabasePlace, type TestDatabasePlace, testEngines } from '../../test/test-database.ts';
import { SQUARES } from '../../test/zone-geometry.ts';
import { parseLargeJson } from '../http/strict-json.ts';
import { readZoneLevels } from './read-zone-levels.ts';
import { readZoneShapes } from './shapes/read-zone-shapes.ts';

const NONE = { idraulico: null, temporali: null, idrogeologico: null };
/** Sunday 22 November 2026, 15:00 in Rome. */
const NOW = Date.UTC(2026, 10, 22, 14);

describe.each(testEngines())('bulletins uploaded on %s', (engine) => {
  let place: TestDatabasePlace;
  let app: RunningApp;
  let admin: Client;
  let operator: { id: number; client: Client };
  const clock = { now: () => NOW };

  beforeAll(async () => {
    place = await createTestDatabasePlace(engine);
    app = await startApp({
      clock,
      dataDir: place.dataDir,
      settings: place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl },
    });
    admin = await app.logIn(ADMIN);
    operator = await app.createOperator('valdombra');
    await admin('importZones', { body: ZONES_CSV });
  });
  afterAll(async () => {
    await app.stop();
    await place.remove();
  });

  const upload = (documents: ReturnType<typeof nationalBulletin>) =>
    admin('uploadBulletin', { body: documents });
  const levels = (date: string) => operator.client('getLevels', { query: { date } });
  const colors = async (date: string) =>
    Object.fromEntries((await levels(date)).zones.map(({ zone, name, color }) => [zone ?? name, color]));

  test('a day of which no bulletin speaks has no level, and every zone is not available', async () => {
    const { bulletin, zones } = await levels('2020-01-01');
    expect(bulletin).toBeNull();
    expect(zones).toHaveLength(5);
    expect(zones[0]).toEqual({ zone: 'Vald-A', name: 'Alto Torno', color: null, risks: NONE });
    expect(await operator.client.attempt('getLevels', { query: { date: '2020-02-30' } })).toMatchObject({
      status: 400,
      error: { message: 'La data ha la forma 2026-11-22' },
    });
  });

  test('the newest that speaks of a day wins, whatever comes last, and what it does not name is not available', async () => {
    const token = await app.tokenOf({ username: 'valdombra', password: OPERATOR_PASSWORD });
    const socket = openLiveSocket({ origin: app.url, token });
    let isPublishedOfBulletin = false;
    socket.on('bulletins_changed', () => (isPublishedOfBulletin = true));
    await until('the page is connected', () => socket.connected);

    const update = nationalBulletin({
      type: 'update',
      date: '2026-11-21T22:38:18.211Z',
      name: 'Aggiornamento',
      tomorrow: [
        { name: ' BASSO TORNO,  piana e laguna ', idraulico: 'rosso' },
        { name: 'Citta\u0300 di Torrealta', temporali: 'arancio' },
        { name: 'Nessun luogo', temporali: 'giallo' },
      ],
    });
    const uploaded = await upload(update);
    await until('the page is told', () => isPublishedOfBulletin);
    socket.disconnect();
    expect(uploaded).toMatchObject({ name: 'Aggiornamento', issued_at: '2026-11-21T22:38:18.211Z' });
    expect(uploaded.days[1]).toMatchObject({
      date: '2026-11-22',
      zones: [{ zone: 'Vald-B', color: 'rosso' }, { zone: 'Torr-1' }, { zone: null, name: 'Nessun luogo' }],
    });
    await upload(nationalBulletin({ tomorrow: [{ name: 'Alto Torno' }, { name: 'Conca' }] }));
    const held = await levels('2026-11-22');
    expect(held.bulletin).toEqual({
      id: uploaded.id,
      name: 'Aggiornamento',
      issued_at: '2026-11-21T22:38:18.211Z',
      stale: false,
    });
    expect(await colors('2026-11-22')).toEqual({
      'Vald-A': null,
      'Vald-B': 'rosso',
      'Vald-C': null,
      'Vald-C1': null,
      'Torr-1': 'arancio',
      'Nessun luogo': 'giallo',
    });
  });

  test('one that is more than 30 hours old is stale', async () => {
    await upload(
      nationalBulletin({
        date: '2026-11-20T14:00:00Z',
        days: ['Venerdì 20 novembre 2026', 'Sabato 21 novembre 2026'],
        today: [{ name: 'Conca', idraulico: 'giallo' }],
      }),
    );
    expect(await levels('2026-11-20')).toMatchObject({ bulletin: { stale: true } });
    expect((await colors('2026-11-20'))['Vald-C']).toBe('giallo');
  });

  test('the same again is not stored twice; all versions are listed with what could not be read', async () => {
    const documents = nationalBulletin({ name: 'Con una parola sconosciuta', today: [{ name: 'Conca' }] });
    const [zone] = documents.today.objects.zone.geometries;
    if (zone) zone.properties['Per rischio temporali'] = 'ALLERTA VIOLA';
    const first = await upload(documents);
    const { bulletins } = await admin('listBulletins');
    expect((await upload(documents)).id).toBe(first.id);
    expect((await admin('listBulletins')).bulletins).toEqual(bulletins);
    expect(bulletins[0]).toMatchObject({
      id: first.id,
      source: 'nazionale',
      origin: 'mano',
      days: ['2026-11-21', '2026-11-22'],
      fault: null,
      gaps: ['2026-11-21: la zona «Conca» non è leggibile o si contraddice'],
    });
    const { entries } = await admin('listAudit');
    expect(entries.find(({ action }) => action === 'bulletins.upload')).toMatchObject({
      outcome: 'parziale',
      target: `bulletin:${first.id}`,
      reason: bulletins[0]?.gaps[0],
    });
    expect(entries.filter(({ target }) => target === `bulletin:${first.id}`)).toHaveLength(1);
  });

  test('one that cannot be read is refused with the reason and changes nothing', async () => {
    const before = await admin('listBulletins');
    const wrong = nationalBulletin({ days: ['Lunedì 21 novembre 2026', 'Domenica 22 novembre 2026'] });
    expect(await admin.attempt('uploadBulletin', { body: wrong })).toMatchObject({
      status: 422,
      error: {
        code: 'bulletin-unreadable',
        message: 'Il bollettino non si può leggere: la data di «oggi» manca o è sbagliata',
      },
    });
    expect(await admin.attempt('uploadBulletin', { body: { ...wrong, today: null } })).toMatchObject({
      status: 422,
    });
    expect(await admin('listBulletins')).toEqual(before);
    expect(await operator.client.attempt('uploadBulletin', { body: wrong })).toMatchObject({ status: 403 });
  });

  test('one of nearly 4 MB is taken, a larger one is not', async () => {
    const large = (megabytes: number) => {
      const documents = nationalBulletin({ name: `Di ${megabytes} MB` });
      documents.today.arcs = [Array.from({ length: (megabytes * 1024 * 1024) / 10 }, () => [123, 456])];
      return documents;
    };
    expect(await admin.attempt('uploadBulletin', { body: large(3.9) })).toMatchObject({ status: 201 });
    expect(await admin.attempt('uploadBulletin', { body: large(4.1) })).toMatchObject({ status: 413 });
  });

  test('the shapes of the zones come with the bulletin, for whoever has not got them', async () => {
    const shapes = async (knownTag?: string) =>
      fetch(`${app.url}/api/bulletins/shapes`, {
        headers: {
          authorization: `Bearer ${operator.client.token}`,
          ...(knownTag !== undefined && { 'if-none-match': knownTag }),
        },
      });
    const read = async (response: Response) => (await response.json()) as ZoneShapesRecord;
    const none = await shapes();
    expect(await read(none)).toEqual({ type: 'FeatureCollection', source: 'nazionale', features: [] });
    const named = { name: 'Con la geometria', today: [{ name: 'Conca' }, { name: 'Nessun luogo' }] };
    const flat = nationalBulletin(named);
    await upload(flat);
    expect((await shapes(none.headers.get('etag') ?? '')).status).toBe(304);

    // The same bulletin again, now with its geometry: one hash, one version, and shapes.
    const [conca, nowhere] = flat.today.objects.zone.geometries;
    flat.today.arcs = SQUARES.arcs.map((arc) => arc.map((point) => [...point]));
    Object.assign(conca ?? {}, SQUARES.zones.West);
    Object.assign(nowhere ?? {}, { type: 'Polygon', arcs: [[9]] });
    const versions = (await admin('listBulletins')).bulletins.length;
    await upload(flat);
    expect((await admin('listBulletins')).bulletins).toHaveLength(versions);
    const known = await shapes();
    const { features } = await read(known);
    expect(features).toEqual([
      {
        type: 'Feature',
        properties: { zone: 'Vald-C', name: 'Conca' },
        geometry: {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [11, 42],
                [11, 43],
                [10, 43],
                [10, 42],
                [11, 42],
              ],
            ],
          ],
        },
      },
    ]);
    const tag = known.headers.get('etag') ?? '';
    expect((await shapes(tag)).status).toBe(304);
    expect((await fetch(`${app.url}/api/bulletins/shapes`)).status).toBe(401);
  });

  // Real bulletins are not part of this repository.
  const dpc = process.env.SEMAFORO_DPC ?? new URL('../../../../../shared/data/dpc', import.meta.url).pathname;
  describe.skipIf(!existsSync(dpc))(`the samples of the Dipartimento in ${dpc}`, () => {
    const sample = (name: string) => readFileSync(`${dpc}/${name}`, 'utf8');
    const envelope = (name: string) => {
      const { _nota, ...published } = JSON.parse(sample(name)) as Record<string, unknown>;
      return published;
    };
    const real = async (date: string, code: string) =>
      (await levels(date)).zones.find(({ zone }) => zone === code);

    test('a zone whose geometry was left out of the sample has no shape, and its level all the same', async () => {
      const documents = readdirSync(dpc).filter((name) => name.endsWith('.topo.json'));
      expect(documents).not.toEqual([]);
      for (const name of documents) {
        const whole = await parseLargeJson(sample(name), 'arcs');
        expect(readZoneLevels(whole)).toMatchObject({ gaps: [] });
        const shapes = await readZoneShapes(whole);
        if (name.includes('EXCERPT')) expect(shapes).toEqual([]);
        else expect(shapes.length).toBeGreaterThan(0);
      }
    });

    test('the update of 1 April 2026, 06:14, says rossa for 1 April and gialla for 31 March', async () => {
      await admin('importZones', { body: sample('zone.csv') });
      const zone = "Bacino dell'Aterno";
      const body = {
        envelope: envelope('20260401_0614.EXCERPT.json'),
        today: topology([{ name: zone, idraulico: 'giallo' }]),
        tomorrow: topology([{ name: zone, idraulico: 'rosso' }]),
      };
      await admin('uploadBulletin', { body });
      expect(await real('2026-03-31', 'Abru-B')).toMatchObject({ color: 'giallo' });
      expect(await real('2026-04-01', 'Abru-B')).toMatchObject({ color: 'rosso' });
    });

    test('each zone and day has the level that the text states', async () => {
      const today = JSON.parse(sample('20260402_0016_today.EXCERPT.topo.json')) as unknown;
      const body = { envelope: envelope('20260402_0016.json'), today, tomorrow: today };
      const { days } = await admin('uploadBulletin', { body });
      expect(days[0]).toMatchObject({
        date: '2026-04-01',
        zones: [
          { zone: 'Cala-5', name: 'Versante Jonico Settentrionale', color: 'giallo' },
          // Of the Veneto as it was until May 2026.
          { zone: null, name: 'Livenza, Lemene e Tagliamento', color: 'verde' },
        ],
      });
    });

    test('the ordinary bulletin of 18 September 2024 wins over that of 03:13, published before it', async () => {
      const zone = 'Tavoliere - bassi bacini del Candelaro, Cervaro e Carapelle';
      const early = envelope('20240918_0313.EXCERPT.json');
      const ordinary = { ...early, date: '2024-09-18T13:18:00.000Z', name: 'Bollettino ordinario' };
      const today = topology([{ name: zone, idraulico: 'arancio' }]);
      const red = { envelope: ordinary, today, tomorrow: topology([{ name: zone, idraulico: 'rosso' }]) };
      await admin('uploadBulletin', { body: red });
      const calm = { envelope: early, today, tomorrow: topology([{ name: zone }]) };
      await admin('uploadBulletin', { body: calm });
      const { zones, bulletin } = await levels('2024-09-19');
      expect(bulletin).toMatchObject({ name: 'Bollettino ordinario', stale: true });
      expect(zones.find(({ name }) => name === zone)).toMatchObject({ zone: 'Pugl-B', color: 'rosso' });
      expect((await levels('2024-09-18')).zones.find(({ name }) => name === zone)?.color).toBe('arancio');
    });
  });
});
