import { describe, expect, test } from 'vitest';
import { capMessage } from '../../test/cap-message.ts';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { addressOfBulletin, newestName } from './find-newest.ts';
import { UnreadableBulletin } from './read-bulletin.ts';
import { findCapMessages, readCapMessage } from './read-cap.ts';
import { readZoneLevels } from './read-zone-levels.ts';

/** docs/rules.md#no-input-blocks */
const TURN_AT_MOST_MS = 100;
/** As much as is read of an address. */
const LENGTH = 4 * 1024 * 1024;

const NOW = Date.UTC(2026, 10, 22, 14);
const NAME = '20261122_1430';
const ALERT = '<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"';
const fill = (piece: string, length = LENGTH) => piece.repeat(Math.floor(length / piece.length));
const areas = (count: number) =>
  Array.from({ length: count }, (_, area) => `<area><areaDesc>z${area}</areaDesc></area>`).join('');
const withReferences = (written: string) =>
  capMessage({ id: 'a', kind: 'Update', references: 'b' }).replace(
    '</references>',
    ` ${written}</references>`,
  );
const withInfos = (count: number) =>
  capMessage({ id: 'a', zone: 'V' }).replace(
    '</alert>',
    `${'<info><event>x</event></info>'.repeat(count)}</alert>`,
  );
const withAreas = (count: number) =>
  capMessage({ id: 'a', zone: 'Vald-A', expires: '2026-12-01T00:00:00+01:00' }).replace(
    '</info>',
    `${areas(count)}</info>`,
  );

describe('a document of four megabytes does not keep the server from other work', () => {
  test.each([
    ['one word', fill('a')],
    ['names of bulletins', fill(`${NAME}.json`)],
    ['an image in the page', `<img src="data:image/png;base64,${fill('iVBORw0K')}">`],
  ])('a page of %s', async (_what, filling) => {
    const page = `<p>${NAME}</p>${filling}`;
    const url = new URL('https://mappe.example/');
    const find = () => {
      addressOfBulletin(newestName(page, Date.UTC(2026, 10, 22)) ?? '', { page, url, template: undefined });
      return Promise.resolve();
    };
    expect(await leastTurnMs(TURN_AT_MOST_MS, find)).toBeLessThan(TURN_AT_MOST_MS);
  });

  test.each([
    ['areas', withAreas(24_000)],
    ['text', `${ALERT}>${fill('a')}</alert>`],
    ['entities', `${ALERT}>${fill('&lt;')}</alert>`],
    ['comments', `${ALERT}>${fill('<!---->')}</alert>`],
    ['elements', `${ALERT}>${`<a b="${'c'.repeat(70)}"/>`.repeat(49_000)}</alert>`],
    ['elements in each other', `${ALERT}>${fill('<a>')}`],
    ['attributes', `${ALERT} ${Array.from({ length: 200_000 }, (_, at) => `a${at}="x"`).join(' ')}></alert>`],
    [
      'namespaces',
      `${ALERT} ${Array.from({ length: 150_000 }, (_, at) => `xmlns:a${at}="x"`).join(' ')}></alert>`,
    ],
    ['references', withReferences(fill('s,i,2026-11-22T12:00:00+01:00 '))],
    ['references without spaces', withReferences(fill('s,i,'))],
    ['parts', withInfos(24_000)],
    ['document type', `<!DOCTYPE a [${fill('<!ENTITY a "b">')}]>${ALERT}></alert>`],
  ])('a message of %s', async (_what, text) => {
    const readings: unknown[] = [];
    const read = async () => {
      readings.push(await readCapMessage(text, NOW));
    };
    expect(await leastTurnMs(TURN_AT_MOST_MS, read)).toBeLessThan(TURN_AT_MOST_MS);
    expect(readings[0]).toEqual(expect.any(UnreadableBulletin));
  });

  test('a feed of messages', async () => {
    const entry = `<entry><content>${ALERT}/></content></entry>`;
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${entry.repeat(15_000)}</feed>`;
    expect(await leastTurnMs(TURN_AT_MOST_MS, () => findCapMessages(feed))).toBeLessThan(TURN_AT_MOST_MS);
  });
});

test('as many areas as there may be are read in time, each on each of its days', async () => {
  const readings: Awaited<ReturnType<typeof readCapMessage>>[] = [];
  const read = async () => {
    readings.push(await readCapMessage(withAreas(1999), NOW));
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, read)).toBeLessThan(TURN_AT_MOST_MS);
  expect(readings[0]).toMatchObject({ gaps: [] });
  const days = readings[0] instanceof UnreadableBulletin ? [] : (readings[0]?.days ?? []);
  expect(days.map(({ zones }) => zones.length)).toEqual(days.map(() => 2000));
  expect(days.length).toBe(9);
});

test('a link to a bulletin is found wherever it is in a page', () => {
  const url = new URL('https://mappe.example/pagina/');
  const find = (page: string) => addressOfBulletin(NAME, { page, url, template: undefined })?.href;
  expect(find(`<a href="files/${NAME}.json">`)).toBe(`https://mappe.example/pagina/files/${NAME}.json`);
  expect(find(`url(/x/${NAME}.json)`)).toBe(`https://mappe.example/x/${NAME}.json`);
  expect(find(`nothing but ${NAME}`)).toBeUndefined();
});

test('what is told of a bulletin is short, whatever it says', async () => {
  const long = 'x'.repeat(100_000);
  const info = (number: number) => `<info><event>${number} ${long}</event></info>`;
  const infos = Array.from({ length: 300 }, (_, number) => info(number)).join('');
  const message = await readCapMessage(
    capMessage({ id: 'a', zone: 'V' })
      .replace('Avviso di prova', long)
      .replace('</alert>', `${infos}</alert>`),
    NOW,
  );
  expect(JSON.stringify(message).length).toBeLessThan(50_000);
  expect(message).toMatchObject({ name: 'x'.repeat(300) });
  const references = fill('s,i,2026-11-22T12:00:00+01:00 ');
  const update = capMessage({ id: 'b', kind: 'Update', references: 'a' }).replace(
    '</references>',
    ` ${references}</references>`,
  );
  expect(await readCapMessage(update, NOW)).toEqual(new UnreadableBulletin('rimanda a più di 200 avvisi'));
});

test('a list of more zones than there can be is not read', () => {
  const geometries = (count: number) => Array.from({ length: count }, () => ({ properties: {} }));
  const document = (count: number) => ({
    type: 'Topology',
    objects: { zone: { type: 'GeometryCollection', geometries: geometries(count) } },
  });
  expect(readZoneLevels(document(2000))).toMatchObject({ zones: [] });
  expect(readZoneLevels(document(2001))).toBeInstanceOf(UnreadableBulletin);
});
