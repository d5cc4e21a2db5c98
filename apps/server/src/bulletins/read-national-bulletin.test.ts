import { nationalBulletin, topology } from '@semaforo/testing/national-bulletin';
import { expect, test } from 'vitest';
import { EarlyBulletin, UnreadableBulletin } from './read-bulletin.ts';
import { readNationalBulletin } from './read-national-bulletin.ts';

/** Sunday 22 November 2026, 15:00 in Rome. */
const NOW = Date.UTC(2026, 10, 22, 14);

const read = (documents: Parameters<typeof readNationalBulletin>[0]) => {
  const bulletin = readNationalBulletin(documents, NOW);
  if (bulletin instanceof UnreadableBulletin) throw new Error(bulletin.reason);
  return bulletin;
};
const reasonOf = (documents: Parameters<typeof readNationalBulletin>[0]) => {
  const bulletin = readNationalBulletin(documents, NOW);
  return bulletin instanceof UnreadableBulletin ? bulletin.reason : undefined;
};
const colors = (documents: Parameters<typeof readNationalBulletin>[0]) =>
  read(documents).days.map(({ date, zones }) => [date, ...zones.map(({ color }) => color)]);

test('a bulletin gives each zone and day the level of its words, whatever commas the names have', () => {
  const bulletin = read(
    nationalBulletin({
      today: [{ name: 'Basso Torno, Piana e Laguna', temporali: 'giallo' }, { name: 'Conca' }],
      tomorrow: [
        { name: 'Basso Torno, Piana e Laguna', idraulico: 'rosso', idrogeologico: 'arancio' },
        { name: 'Conca', idrogeologico: 'arancio' },
      ],
    }),
  );
  expect(bulletin).toMatchObject({ kind: 'first', issuedAt: Date.UTC(2026, 10, 21, 14, 12), gaps: [] });
  expect(bulletin.days).toEqual([
    {
      date: '2026-11-21',
      zones: [
        {
          name: 'Basso Torno, Piana e Laguna',
          color: 'giallo',
          risks: { idraulico: 'verde', temporali: 'giallo', idrogeologico: 'verde' },
        },
        {
          name: 'Conca',
          color: 'verde',
          risks: { idraulico: 'verde', temporali: 'verde', idrogeologico: 'verde' },
        },
      ],
    },
    {
      date: '2026-11-22',
      zones: [
        {
          name: 'Basso Torno, Piana e Laguna',
          color: 'rosso',
          risks: { idraulico: 'rosso', temporali: 'verde', idrogeologico: 'arancio' },
        },
        {
          name: 'Conca',
          color: 'arancio',
          risks: { idraulico: 'verde', temporali: 'verde', idrogeologico: 'arancio' },
        },
      ],
    },
  ]);
});

test('an update of the small hours speaks of the day before as today, and is dated by its own text', () => {
  const documents = nationalBulletin({
    type: 'update',
    date: '2026-04-01T04:48:11.054Z',
    name: 'Bollettino del 01 aprile 2026, aggiornamento delle ore 06:14',
    days: ['Martedì 31 marzo 2026', 'Mercoledì 1° aprile 2026'],
    today: [{ name: 'Conca', idraulico: 'giallo' }],
    tomorrow: [{ name: 'Conca', idraulico: 'rosso' }],
  });
  expect(colors(documents)).toEqual([
    ['2026-03-31', 'giallo'],
    ['2026-04-01', 'rosso'],
  ]);
});

test.each([
  ['a weekday of another date', ['Domenica 21 novembre 2026', 'Domenica 22 novembre 2026']],
  ['two days that do not follow', ['Sabato 21 novembre 2026', 'Lunedì 23 novembre 2026']],
  ['a day that does not exist', ['Lunedì 31 novembre 2026', 'Domenica 22 novembre 2026']],
  ['the days of another week', ['Sabato 14 novembre 2026', 'Domenica 15 novembre 2026']],
  ['no date', ['sabato', 'domenica']],
] as const)('a bulletin with %s is not read', (_what, days) => {
  expect(reasonOf(nationalBulletin({ days: [days[0], days[1]] }))).toBeDefined();
});

test('a bulletin whose two sentences changed places is not read', () => {
  const documents = nationalBulletin({});
  const { today, tomorrow } = documents.envelope;
  expect(
    reasonOf({ ...documents, envelope: { ...documents.envelope, today: tomorrow, tomorrow: today } }),
  ).toBe('la data di «oggi» manca o è sbagliata');
});

test.each([
  'ALLERTA VERDE',
  'ordinaria / ALLERTA GIALLA',
  'Ordinaria / ALLERTA ROSSA',
  'Ordinaria Elevata / ALLERTA GIALLA',
  'Ordinaria / ALLERTA GIALLA / ALLERTA GIALLA',
  '',
  3,
  null,
])('a level that says «%s» is not available, nor is its zone, and never verde', (words) => {
  const documents = nationalBulletin({ today: [{ name: 'Conca', idraulico: 'giallo' }] });
  const [zone] = documents.today.objects.zone.geometries;
  if (zone) zone.properties['Per rischio temporali'] = words as string;
  const { days, gaps } = read(documents);
  const none = { idraulico: null, temporali: null, idrogeologico: null };
  expect(days[0]?.zones).toEqual([{ name: 'Conca', color: null, risks: none }]);
  expect(gaps).toEqual(['2026-11-21: la zona «Conca» non è leggibile o si contraddice']);
});

test('a zone whose level is not the highest of its risks is not available', () => {
  const documents = nationalBulletin({ tomorrow: [{ name: 'Conca', idraulico: 'arancio' }] });
  const [zone] = documents.tomorrow.objects.zone.geometries;
  if (zone) zone.properties['Rappresentata nella mappa'] = 'Ordinaria per rischio idraulico / ALLERTA GIALLA';
  expect(colors(documents)[1]).toEqual(['2026-11-22', null]);
});

test('a zone that is there twice counts once when both say the same, and is not available when they differ', () => {
  const twice = (second: 'giallo' | 'rosso') =>
    nationalBulletin({
      today: [
        { name: 'Conca', idraulico: 'giallo' },
        { name: ' conca ', idraulico: second },
      ],
    });
  expect(colors(twice('giallo'))[0]).toEqual(['2026-11-21', 'giallo']);
  expect(colors(twice('rosso'))[0]).toEqual(['2026-11-21', null]);
});

test.each([
  ['text', 'Topology'],
  ['no zone', topology([])],
  [
    'two lists',
    {
      type: 'Topology',
      objects: { one: topology([{ name: 'A' }]).objects.zone, two: topology([{ name: 'B' }]).objects.zone },
    },
  ],
  ['nothing', null],
])('a document of zones that is %s makes the bulletin unreadable', (_what, today) => {
  expect(reasonOf({ ...nationalBulletin({}), today })).toMatch(/^2026-11-21: il documento delle zone/);
});

test('a bulletin that says it is published in another century, or later than now, is not read', () => {
  expect(reasonOf(nationalBulletin({ date: '0026-11-21T14:12:00Z' }))).toMatch(/non è fra il 2000 e il 2100/);
  for (const date of ['2099-11-21T14:12:00Z', new Date(NOW + 600_001).toISOString()]) {
    expect(readNationalBulletin(nationalBulletin({ date }), NOW)).toEqual(new EarlyBulletin());
  }
  const days = ['Domenica 22 novembre 2026', 'Lunedì 23 novembre 2026'] as const;
  expect(reasonOf(nationalBulletin({ date: new Date(NOW + 600_000).toISOString(), days }))).toBeUndefined();
});
