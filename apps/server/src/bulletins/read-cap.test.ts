import { expect, test } from 'vitest';
import { capMessage } from '../../test/cap-message.ts';
import { EarlyBulletin, UnreadableBulletin } from './read-bulletin.ts';
import { findCapMessages, readCapMessage } from './read-cap.ts';

const NONE = { idraulico: null, temporali: null, idrogeologico: null };
/** When the messages are read: 22 November 2026, 15:00 in Rome. */
const NOW = Date.UTC(2026, 10, 22, 14);
const read = async (text: string) => {
  const message = await readCapMessage(text, NOW);
  if (message instanceof UnreadableBulletin) throw new Error(message.reason);
  return message;
};

test('a message gives each of its areas the level and risk that it states, on each day that it touches', async () => {
  const message = await read(
    capMessage({ id: 'a', zone: 'Vald-A', level: '3; orange; Severe', expires: '2026-11-23T00:00:00+01:00' }),
  );
  expect(message).toMatchObject({ kind: 'Alert', name: 'Avviso di prova', gaps: [] });
  const zone = { codes: ['IT999', 'Vald-A'], color: 'arancio', risks: { ...NONE, idraulico: 'arancio' } };
  expect(message.days).toMatchObject([{ date: '2026-11-22', zones: [zone] }]);
  const longer = await read(capMessage({ id: 'a', zone: 'Vald-A', expires: '2026-11-23T00:00:01+01:00' }));
  expect(longer.days.map(({ date }) => date)).toEqual(['2026-11-22', '2026-11-23']);
});

test.each([
  ['a level that is none', { level: '5; violet; Extreme' }],
  ['a level whose parts disagree', { level: '2; red; Moderate' }],
  ['a level of another severity', { level: '2; yellow; Moderate', severity: 'Extreme' }],
])('%s is not available', async (_what, given) => {
  const { days, gaps } = await read(capMessage({ id: 'a', zone: 'Vald-A', ...given }));
  expect(days[0]?.zones[0]).toMatchObject({ color: null, risks: NONE });
  expect(gaps).toHaveLength(1);
});

test('what is no forecast of these risks says nothing: a test, a wind, a cancellation', async () => {
  expect((await read(capMessage({ id: 'a', zone: 'Vald-A', status: 'Exercise' }))).days).toEqual([]);
  expect((await read(capMessage({ id: 'a', zone: 'Vald-A', type: '1; Wind' }))).days).toEqual([]);
  const cancel = await read(capMessage({ id: 'b', kind: 'Cancel', zone: 'Vald-A', references: 'a' }));
  expect(cancel).toMatchObject({ days: [], references: ['centro@regione.example,a'] });
});

test.each([
  ['another namespace', capMessage({ id: 'a' }).replace('cap:1.2', 'cap:1.1')],
  ['no sender', capMessage({ id: 'a' }).replace(/<sender>.*<\/sender>/, '')],
  ['an end before its beginning', capMessage({ id: 'a', zone: 'V', expires: '2026-11-21T00:00:00+01:00' })],
  ['an end after years', capMessage({ id: 'a', zone: 'V', expires: '2036-11-21T00:00:00+01:00' })],
  ['a tag that is not closed', capMessage({ id: 'a' }).replace('</alert>', '')],
  [
    'entities of its own',
    capMessage({ id: '&b;' }).replace('<alert', '<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b "&a;&a;">]><alert'),
  ],
])('a message with %s is not read', async (_what, text) => {
  expect(await readCapMessage(text, NOW)).toBeInstanceOf(UnreadableBulletin);
});

test('a message of any year is read at once, and believed only when it speaks of 2000 to 2100', async () => {
  const wrong: string[] = [];
  for (let year = 0; year < 10_000; year += 1) {
    const written = String(year).padStart(4, '0');
    // Ten days to the turn of the year, as many days of Rome as there may be.
    const expires = `${written}-12-31T23:59:59+01:00`;
    const message = await readCapMessage(
      capMessage({ id: 'a', zone: 'Vald-A', expires }).replace(
        /<onset>[^<]*/,
        `<onset>${written}-12-22T00:30:00+01:00`,
      ),
      NOW,
    );
    const days = message instanceof UnreadableBulletin ? 0 : message.days.length;
    if (days !== (year >= 2000 && year <= 2100 ? 10 : 0)) wrong.push(`${written}: ${days}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['onset', 'expires'],
  ['expires', 'onset'],
])('a message whose %s alone is out of our time is not read', async (name, other) => {
  const text = capMessage({ id: 'a', zone: 'V' });
  for (const wrong of ['0026', '1999', '2101', '9999']) {
    const spoilt = text.replace(`<${name}>2026`, `<${name}>${wrong}`);
    expect(spoilt).toContain(`<${other}>2026`);
    expect(await readCapMessage(spoilt, NOW)).toEqual(
      new UnreadableBulletin('una data non è fra il 2000 e il 2100'),
    );
  }
});

test('a message sent more than ten minutes ahead of the clock is not read, a little before it is', async () => {
  const ahead = (ms: number) =>
    readCapMessage(capMessage({ id: 'a', zone: 'V', sent: new Date(NOW + ms).toISOString() }), NOW);
  expect(await ahead(10 * 60_000)).toMatchObject({ issuedAt: NOW + 10 * 60_000 });
  expect(await ahead(10 * 60_000 + 1)).toEqual(new EarlyBulletin());
  expect(await ahead(72 * 365 * 86_400_000)).toEqual(new EarlyBulletin());
});

test('a feed gives its messages as written and the addresses of others', async () => {
  const message = capMessage({ id: 'a', zone: 'Vald-A' }).replace(/<\?xml.*\?>\s*/, '');
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="text/xml">${message}</content></entry>
    <entry><link href="http://example.org/pagina"/><link type="application/cap+xml" href="cap/b.xml"/></entry></feed>`;
  expect(await findCapMessages(feed)).toEqual({ messages: [message], links: ['cap/b.xml'] });
  expect(await findCapMessages('<rss/>')).toBeUndefined();
});
