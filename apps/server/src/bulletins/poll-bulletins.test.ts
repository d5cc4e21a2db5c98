import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@semaforo/client';
import { ADMIN } from '@semaforo/testing/credentials';
import { nationalBulletin, ZONES_CSV } from '@semaforo/testing/national-bulletin';
import { until } from '@semaforo/testing/until';
import SqliteConnection from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capMessage } from '../../test/cap-message.ts';
import { type RunningApp, startApp } from '../../test/running-app.ts';

/** Sunday 22 November 2026, 15:00 in Rome. */
const NOW = Date.UTC(2026, 10, 22, 14);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let source: Server;
let origin: string;
let app: RunningApp;
let admin: Client;
/** What the source answers, by path; all else is 404. */
let answers: Record<string, Answer> = {};
let requested: { path: string; etag: string | undefined; status: number }[] = [];
let now = NOW;

const text =
  (body: string | Buffer, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);
const json = (body: unknown) => text(JSON.stringify(body));

beforeAll(async () => {
  source = createServer((request, response) => {
    const path = request.url ?? '';
    response.on('finish', () =>
      requested.push({ path, etag: request.headers['if-none-match'], status: response.statusCode }),
    );
    const answer = answers[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  app = await startApp({
    clock: { now: () => now },
    settings: { BULLETIN_URL: `${origin}/elenco` },
    bulletinTiming: { everyMs: 20, retry: { minMs: 20, maxMs: 20 }, withinMs: 1000 },
  });
  admin = await app.logIn(ADMIN);
  await admin('importZones', { body: ZONES_CSV });
});
afterAll(async () => {
  await app.stop();
  source.closeAllConnections();
  source.close();
});

const failure = async () => (await admin('getBulletinReader')).failure;
const untilFailure = (sentence: string) =>
  until(sentence, async () => (await failure())?.includes(sentence) === true);
const colorOf = async (date: string, zone: string) =>
  (await admin('getLevels', { query: { date } })).zones.find((level) => level.zone === zone)?.color;
const stored = async () => (await admin('listBulletins')).bulletins;

test('an address in plain http is warned of at the start', () => {
  expect(app.log.filter((line) => line.startsWith('BULLETIN_URL is plain http'))).toHaveLength(1);
});

test('a source that fails, hangs, redirects away, or sends too much or nonsense is told, and changes nothing', async () => {
  const elsewhere: Answer = (_request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
  const around: Answer = (_request, response) => response.writeHead(302, { location: '/elenco' }).end();
  const cases: [Answer, string][] = [
    [(_request, response) => response.writeHead(503).end(), 'risponde 503'],
    [(request) => request.socket.destroy(), 'non è raggiungibile'],
    [() => undefined, 'non ha risposto in tempo'],
    [text(Buffer.alloc(5 * 1024 * 1024, 32)), 'supera 4 MB'],
    [text(Buffer.from([0xff, 0xd8, 0xff]), { 'content-type': 'image/jpeg' }), 'non c’è nessun bollettino'],
    [text('<html>20991231_2359</html>'), 'non c’è nessun bollettino'],
    [elsewhere, 'rimanda a un altro indirizzo'],
    [around, 'rimanda troppe volte'],
    [text('"20261121_1512"'), 'non si sa dove sia il bollettino 20261121_1512'],
    [text('<a href="http://192.0.2.1/20261121_1512.json">'), 'non è fra quelli delle impostazioni'],
  ];
  for (const [answer, sentence] of cases) {
    answers = { '/elenco': answer };
    await untilFailure(sentence);
  }
  expect(await stored()).toEqual([]);
  const { entries } = await admin('listAudit');
  const recorded = entries.filter(({ action }) => action === 'bulletins.read');
  expect(recorded[0]).toMatchObject({
    username: 'semaforo',
    outcome: 'fallita',
    code: 'bulletin-source-failed',
  });
});

test('the newest bulletin that a page names is read with its zones, once, until it changes', async () => {
  const documents = nationalBulletin({ tomorrow: [{ name: 'Conca', idraulico: 'arancio' }] });
  requested = [];
  const page: Answer = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"uno"';
    response.writeHead(isKnown ? 304 : 200, { etag: '"uno"' });
    response.end(
      isKnown ? undefined : '<a href="files/20261120_1510.json"><a href="files/20261121_1512.json">',
    );
  };
  answers = {
    '/elenco': page,
    '/files/20261121_1512.json': json(documents.envelope),
    '/files/topojson/20261121_1512_today.json': json(documents.today),
    '/files/topojson/20261121_1512_tomorrow.json': json(documents.tomorrow),
  };
  await until('the bulletin is read', async () => (await colorOf('2026-11-22', 'Vald-C')) === 'arancio');
  await until('nothing changed', () => requested.some(({ status }) => status === 304));
  expect(await failure()).toBeNull();
  expect(requested.filter(({ path }) => path === '/files/20261121_1512.json')).toHaveLength(1);
  expect(await stored()).toMatchObject([{ origin: 'rete', source: 'nazionale', fault: null }]);
  const reader = await admin('getBulletinReader');
  expect(reader).toMatchObject({ enabled: true, last_read_at: new Date(NOW).toISOString() });
  // The same by hand is the same bulletin, with its geometry or without.
  await admin('uploadBulletin', { body: { ...documents, today: { ...documents.today, arcs: [] } } });
  expect(await stored()).toHaveLength(1);
});

test('a bulletin that cannot be read is kept with the reason, and the one before still holds', async () => {
  answers = {
    '/elenco': json(
      nationalBulletin({ days: ['Lunedì 21 novembre 2026', 'Domenica 22 novembre 2026'] }).envelope,
    ),
    '/files/topojson/20261121_1512_today.json': json({}),
    '/files/topojson/20261121_1512_tomorrow.json': json({}),
  };
  await until(
    'it is kept',
    async () => (await stored())[0]?.fault === 'la data di «oggi» manca o è sbagliata',
  );
  expect(await stored()).toHaveLength(2);
  expect(await colorOf('2026-11-22', 'Vald-C')).toBe('arancio');
  const { entries } = await admin('listAudit');
  expect(entries.filter(({ action }) => action === 'bulletins.unreadable')).toHaveLength(1);
});

test('that the newest bulletin is too old is told once', async () => {
  now = NOW + 2 * 86_400_000;
  admin = await app.logIn(ADMIN);
  const recorded = async () =>
    (await admin('listAudit')).entries.filter(({ action }) => action === 'bulletins.stale');
  await until('it is told', async () => (await recorded()).length > 0);
  requested = [];
  await until('it is read again', () => requested.length > 3);
  expect(await recorded()).toHaveLength(1);
  now = NOW;
  admin = await app.logIn(ADMIN);
});

test('messages of a feed hold until they expire, are replaced or cancelled', async () => {
  const link = (id: string) => `<entry><link type="application/cap+xml" href="/cap/${id}"/></entry>`;
  const feed = (...ids: string[]) =>
    text(`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${ids.map(link).join('')}</feed>`);
  const first = capMessage({ id: 'a1', zone: 'Vald-A', level: '2; yellow; Moderate', type: '12; flooding' });
  const update = capMessage({
    ...{ id: 'a2', kind: 'Update', references: 'a1', sent: '2026-11-22T13:30:00+01:00' },
    ...{ zone: 'Vald-A', level: '4; red; Extreme', type: '12; flooding' },
  });
  const cancel = capMessage({
    id: 'a3',
    kind: 'Cancel',
    references: 'a2',
    sent: '2026-11-22T14:30:00+01:00',
  });
  answers = {
    '/elenco': feed('a1'),
    '/cap/a1': text(first),
    '/cap/a2': text(update),
    '/cap/a3': text(cancel),
  };
  await until('the alert holds', async () => (await colorOf('2026-11-22', 'Vald-A')) === 'giallo');
  answers['/elenco'] = feed('a1', 'a2');
  await until('the update holds', async () => (await colorOf('2026-11-22', 'Vald-A')) === 'rosso');
  now = Date.UTC(2026, 10, 22, 22);
  expect(await colorOf('2026-11-22', 'Vald-A')).toBeNull();
  now = NOW;
  answers['/elenco'] = feed('a3');
  await until('it is cancelled', async () => (await colorOf('2026-11-22', 'Vald-A')) === null);
});

const entry = (id: string) => `<entry><link type="application/cap+xml" href="/cap/${id}"/></entry>`;
const feedOf = (...ids: string[]) =>
  text(`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${ids.map(entry).join('')}</feed>`);
const red = { zone: 'Vald-B', level: '4; red; Extreme', type: '12; flooding' };

test('a message that speaks of an impossible year, and one that is gone, keep no other one of a feed from being read', async () => {
  const years = (onset: string, expires: string) =>
    capMessage({ ...red, id: onset })
      .replace(/<onset>[^<]*/, `<onset>${onset}`)
      .replace(/<expires>[^<]*/, `<expires>${expires}`);
  answers = {
    '/elenco': feedOf('ninety', 'gone', 'six', 'good'),
    '/cap/ninety': text(years('9999-12-31T23:30:00Z', '9999-12-31T23:59:59Z')),
    '/cap/six': text(years('0026-11-22T10:00:00Z', '0026-11-22T20:00:00Z')),
    '/cap/good': text(capMessage({ ...red, id: 'good' })),
  };
  await until('the good one holds', async () => (await colorOf('2026-11-22', 'Vald-B')) === 'rosso');
  await untilFailure('risponde 404');
  answers['/cap/gone'] = text('<x/>');
  await until('all that was gone is there', async () => (await failure()) === null);
  const faults = (await stored()).map(({ fault }) => fault);
  expect(faults.slice(0, 4).toSorted()).toEqual(
    [
      null,
      'non è CAP 1.2',
      'una data non è fra il 2000 e il 2100',
      'una data non è fra il 2000 e il 2100',
    ].toSorted(),
  );
});

test('a message from the future hides no warning, and is read when its time has come', async () => {
  const soon = NOW + 20 * 60_000;
  const sent = new Date(soon).toISOString();
  answers = {
    '/elenco': feedOf('early', 'far'),
    '/cap/early': text(capMessage({ ...red, id: 'early', zone: 'Vald-C1', sent })),
    '/cap/far': text(
      capMessage({ ...red, id: 'far', level: '1; green; Minor', sent: '2099-01-01T00:00:00Z' }),
    ),
  };
  const early = async () =>
    (await stored()).filter(({ fault }) => fault === 'dice di essere stato emesso nel futuro').length;
  await until('both are kept as unreadable', async () => (await early()) === 2);
  expect(await colorOf('2026-11-22', 'Vald-B')).toBe('rosso');
  expect(await colorOf('2026-11-22', 'Vald-C1')).not.toBe('rosso');
  now = soon;
  await until('it holds', async () => (await colorOf('2026-11-22', 'Vald-C1')) === 'rosso');
  expect(await early()).toBe(1);
  now = NOW;
});

test('a bulletin that the database does not take is a failure that is told, and the next one is stored', async () => {
  const database = new SqliteConnection(join(app.dataDir, 'semaforo.sqlite'));
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON bulletins WHEN new.identifier LIKE '%,refused'
    BEGIN SELECT RAISE(ABORT, 'not this one'); END`);
  answers = {
    '/elenco': feedOf('refused', 'taken'),
    '/cap/refused': text(capMessage({ ...red, id: 'refused', zone: 'Torr-1' })),
    '/cap/taken': text(capMessage({ ...red, id: 'taken', zone: 'Vald-A' })),
  };
  await untilFailure('non è stato salvato');
  await until('the next one holds', async () => (await colorOf('2026-11-22', 'Vald-A')) === 'rosso');
  database.exec('DROP TRIGGER refuse');
  database.close();
  await until('it is stored after all', async () => (await colorOf('2026-11-22', 'Torr-1')) === 'rosso');
  await until('nothing is wrong any more', async () => (await failure()) === null);
});
