import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Client } from '@semaforo/client';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { findTestPrograms } from '@semaforo/testing/machine';
import { until } from '@semaforo/testing/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../test/running-app.ts';
import { readCapMessage } from '../bulletins/read-cap.ts';

const PUBLIC = 'https://allerta.example';
const { w3m } = findTestPrograms();
const FORMS = ['.json', '.geojson', '.atom', '.cap', '/embed', '/badge.svg', '/oembed', '/avvisi'];
const KEYS = ['/3/vald/s1', '/3/vald/s2'] as const;

describe('the public page of a Comune', () => {
  let app: RunningApp;
  let fleet: Fleet;
  let operator: Awaited<ReturnType<RunningApp['createOperator']>>;
  let admin: Client;
  const ids: number[] = [];
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers });
  const json = async () => {
    const answer = await get('/c/valdombra.json');
    return (await answer.json()) as {
      color: string | null;
      text: string;
      total: number;
      signals: { name: string; text: string }[];
    };
  };
  const save = (settings: Record<string, string>) =>
    admin('saveUserSetting', { params: { id: operator.id }, body: settings });

  beforeAll(async () => {
    app = await startApp({ settings: { PUBLIC_URL: PUBLIC, PRIVACY_URL: 'https://comune.example/privacy' } });
    admin = await app.logIn(ADMIN);
    operator = await app.createOperator('valdombra');
    for (const topic of KEYS)
      ids.push(
        await app.createDevice({
          topic,
          userId: operator.id,
          name: `Ponte <${topic.at(-1)}>`,
          latitude: 45.1,
          longitude: 9.2,
        }),
      );
    fleet = createFleet({
      broker: { host: '127.0.0.1', port: app.brokerPort, ...BROKER_LOGIN },
      devices: KEYS.map((key) => ({
        key,
        type: 'semaforo',
        behaviour: { kind: 'obedient' },
        shows: 'verde',
      })),
    });
    await fleet.start();
  });
  afterAll(async () => {
    await fleet.stop();
    await app.stop();
  });

  test('is not there until an admin switches it on and gives it an address', async () => {
    expect((await get('/c/valdombra')).status).toBe(404);
    await save({ public_page: 'true' });
    expect((await get('/c/valdombra.json')).status).toBe(404);
    await save({ public_slug: 'valdombra', comune_name: 'Comune di Valdombra', public_phone: '0123 456' });
    await until('the page is there', async () => (await get('/c/valdombra')).status === 200, 15_000);
    for (const form of FORMS) expect((await get(`/c/valdombra${form}`)).status, form).toBe(200);
    for (const other of [
      '/c/altro',
      '/c/altro/events',
      '/c/altro/1',
      '/c/altro/1/foglio',
      '/c/Valdombra.json',
      ...FORMS.map((form) => `/c/altro${form}`),
    ])
      expect((await get(other)).status, other).toBe(404);
  });

  test('says what the signals report, and nothing of what was only commanded', async () => {
    await until('verde is confirmed', async () => (await json()).color === 'verde');
    expect(await json()).toMatchObject({ text: 'Nessuna allerta', total: 2, showing: 2 });
    await operator.client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'rosso' } });
    await until('rosso is confirmed', async () => (await json()).color === 'rosso');
    const page = await (await get('/c/valdombra')).text();
    expect(page).toContain('Allerta rossa in corso');
    expect(page).toContain('Ponte &lt;1&gt;');
    expect(page).not.toContain('<1>');
    expect(page).toContain('<a href="https://comune.example/privacy" rel="noopener">Privacy</a>');
    expect(Buffer.byteLength(page)).toBeLessThan(50_000);
    expect(await (await get('/c/valdombra?lang=de')).text()).toContain('Warnstufe Rot in Kraft');
    expect(await (await get('/c/valdombra/badge.svg')).text()).toContain('Comune di Valdombra: rosso');
  });

  test('says of a signal that starts again as verde, under a rosso, that it does not know, until it is lit again', async () => {
    fleet.device(KEYS[0]).reboot('verde');
    const seen = new Set<string | null>();
    const own = async () => {
      const { signals, color } = await json();
      seen.add(color);
      return signals.find(({ name }) => name === 'Ponte <1>')?.text;
    };
    await until('it is not known', async () => (await own()) === 'non disponibile');
    await until('it is lit again', async () => (await own()) === 'rosso');
    expect([...seen].filter((color) => color !== 'rosso' && color !== null)).toEqual([]);
  });

  test('is a message of CAP that our own reader takes back to the same level', async () => {
    const text = await (await get('/c/valdombra.cap')).text();
    const read = await readCapMessage(text, Date.now());
    expect(read).toMatchObject({
      days: [{ zones: [{ color: 'rosso' }] }, ...('days' in read ? read.days.slice(1) : [])],
    });
    expect(await (await get('/c/valdombra.atom')).text()).toContain('<title>Allerta rossa in corso</title>');
  });

  test('has a page and a sheet with a code for each signal, a map, and a list of closed places', async () => {
    const own = await (await get(`/c/valdombra/${ids[0]}`)).text();
    expect(own).toContain('<p class="name">Ponte &lt;1&gt;</p>');
    expect(own).toContain('<h1>Rosso</h1>');
    expect(own).not.toContain('Ponte &lt;2&gt;');
    const sheet = await (await get(`/c/valdombra/${ids[0]}/foglio`)).text();
    expect(sheet.replaceAll('<wbr>', '')).toContain(`allerta.example/c/valdombra/${ids[0]}</b>`);
    expect(sheet).toContain('<path');
    for (const missing of ['/c/valdombra/999999', '/c/valdombra/999999/foglio'])
      expect((await get(missing)).status).toBe(404);
    expect(await (await get('/c/valdombra')).text()).toContain('<svg class="map"');
    const closed = (await (await get('/c/valdombra.geojson')).json()) as { features: object[] };
    expect(closed.features).toHaveLength(2);
    expect(closed.features[0]).toMatchObject({ geometry: { type: 'Point', coordinates: [9.2, 45.1] } });
    const oembed = (await (await get('/c/valdombra/oembed')).json()) as { html: string };
    expect(oembed.html).toContain(`src="${PUBLIC}/c/valdombra/embed"`);
  });

  test('says what to do in the words of the Comune, and for a while in ours again', async () => {
    const page = async (lang: string) => (await get(`/c/valdombra?lang=${lang}`)).text();
    expect(await page('it')).toContain('Resta in casa, ai piani alti');
    await save({ public_text_rosso: 'Sali sul colle <San Rocco>.' });
    await until(
      'it is said',
      async () => (await page('it')).includes('Sali sul colle &lt;San Rocco&gt;.'),
      15_000,
    );
    expect(await page('it')).not.toContain('Resta in casa, ai piani alti');
    expect(await page('en')).toContain('Stay at home');
  });

  test('may not have an address that another Comune has', async () => {
    const other = await app.createOperator('torrealta');
    const taken = admin('saveUserSetting', {
      params: { id: other.id },
      body: { public_page: 'true', public_slug: 'valdombra' },
    });
    await expect(taken).rejects.toMatchObject({ status: 409, code: 'page-address-taken' });
  });

  test.skipIf(!w3m)('is whole in a browser that knows text only', async () => {
    const { stdout } = await promisify(execFile)(w3m ?? '', [
      '-dump',
      '-cols',
      '100',
      `${app.url}/c/valdombra`,
    ]);
    for (const said of [
      'Rosso',
      'Allerta rossa in corso',
      'Acceso e confermato su 2 segnali di 2',
      'Che cosa fare',
      '112',
    ])
      expect(stdout).toContain(said);
    expect(stdout).toMatch(/1\. Ponte <1> ?rosso/);
    expect(stdout).not.toContain('svg');
  });

  test('answers that nothing changed, and sets no cookie', async () => {
    const first = await get('/c/valdombra.json');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('set-cookie')).toBeNull();
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=1,/);
    const statuses: number[] = [];
    await until('the same tag is known', async () => {
      const again = await get('/c/valdombra.json');
      const known = again.headers.get('etag') ?? '';
      statuses.push((await get('/c/valdombra.json', { 'if-none-match': known })).status);
      return statuses.includes(304);
    });
    expect(tag).not.toBe('');
  });

  test('may be framed only by the sites that the Comune names, and only as the part that is meant for it', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
    expect(await policyOf('/c/valdombra')).toContain("frame-ancestors 'none'");
    expect(await policyOf('/c/valdombra/embed')).toContain("frame-ancestors 'none'");
    await save({ public_hosts: 'www.comune.valdombra.it' });
    await until(
      'the site may frame it',
      async () =>
        (await policyOf('/c/valdombra/embed'))?.includes('frame-ancestors https://www.comune.valdombra.it'),
      15_000,
    );
    expect(await policyOf('/c/valdombra')).toContain("frame-ancestors 'none'");
  });

  test('lets pages of other sites show the badge and read the forms for programs, and no page', async () => {
    for (const [form, origins] of [
      ['/badge.svg', '*'],
      ['.geojson', '*'],
      ['', null],
      ['/embed', null],
    ] as const) {
      const { headers } = await get(`/c/valdombra${form}`);
      expect(headers.get('access-control-allow-origin'), form).toBe(origins);
      expect(headers.get('cross-origin-resource-policy'), form).toBe(
        origins ? 'cross-origin' : 'same-origin',
      );
    }
  });

  test('tells open pages of a change', async () => {
    const stopping = new AbortController();
    const events = await fetch(`${app.url}/c/valdombra/events`, { signal: stopping.signal });
    const reader = events.body?.getReader();
    let heard = '';
    const listening = (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        heard += Buffer.from(part.value).toString();
    })().catch(() => undefined);
    await until('the stream is open', () => heard.includes('event: alive'));
    await operator.client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'giallo' } });
    await until('the change is told with what holds', () => /event: changed\ndata: .*<h1>Giallo/.test(heard));
    stopping.abort();
    await listening;
    await until('giallo is said', async () => (await json()).color === 'giallo');
  });

  test('says that it does not know where a signal is gone, never that there is no alert', async () => {
    await operator.client('sendCommand', { query: { type: 'semaforo' }, body: { command: 'verde' } });
    await until('verde is said', async () => (await json()).color === 'verde');
    await fleet.stop();
    await until('nothing is known', async () => (await json()).color === null);
    expect(await json()).toMatchObject({
      text: 'non disponibile',
      signals: [{ text: 'non disponibile' }, {}],
    });
    const page = await (await get('/c/valdombra')).text();
    expect(page).toContain('Non vuol dire che non c’è allerta.');
    expect(page).not.toContain('Nessuna allerta');
    await save({ public_page: 'false' });
    await until('it is switched off', async () => (await get('/c/valdombra')).status === 404, 15_000);
  });
});
