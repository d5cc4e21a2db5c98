import { SIGNAL_COLORS } from '@semaforo/contract/domain/signal-color';
import { colorOf, nationalBulletin, type WrittenZone } from '@semaforo/testing/national-bulletin';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../test/random.ts';
import { type ReadBulletin, UnreadableBulletin } from './read-bulletin.ts';
import { readNationalBulletin } from './read-national-bulletin.ts';

const MUTATIONS = 1000;
/** Sunday 22 November 2026, 15:00 in Rome. */
const NOW = Date.UTC(2026, 10, 22, 14);
const NAMES = [
  'Alto Torno',
  'Basso Torno, Piana e Laguna',
  'Conca',
  'Conca, versante ionico',
  'Marc-1',
  'Marc-11',
];

type Json = Record<string, unknown>;

/** Every text of the documents, with how to replace it. */
function textsOf(node: unknown, found: { text: string; set: (text: unknown) => void }[] = []) {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'arcs' || key === 'Comuni') continue;
    if (typeof value === 'string') found.push({ text: value, set: (text) => ((node as Json)[key] = text) });
    else textsOf(value, found);
  }
  return found;
}

const WORDS = [
  'ROSSA',
  'GIALLA',
  'ARANCIONE',
  'NESSUNA',
  'Elevata',
  'Ordinaria',
  'Moderata',
  'Assenza',
  'oggi',
  'domani',
  'novembre',
  'marzo',
  'Sabato',
  'Domenica',
  'Lunedì',
  '21',
  '22',
  '2025',
  '2027',
  'idraulico',
  'Conca',
];

const MUTATORS: ((text: string, random: Random) => unknown)[] = [
  // A character less, more, other; half of the text; a word for another; another type; letters of another size.
  (text, random) => text.slice(0, random(text.length)) + text.slice(random(text.length)),
  (text, random) => text.replace(text.charAt(random(text.length)), String.fromCodePoint(32 + random(400))),
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => {
    const words = text.match(/[\p{L}\d]+/gu) ?? [''];
    return text.replace(words[random(words.length)] ?? '', WORDS[random(WORDS.length)] ?? '');
  },
  (text, random) => text.replace(/\d+/, (digits) => String(Number(digits) + 1 + random(40))),
  (_text, random) => [null, 7, [], {}, true, ''][random(6)],
  (text) => text.toLowerCase(),
  (text) => `${text} ${text}`,
];

/** Changes of the structure: a part, a zone or a field is gone, twice, or in another's place. */
const RESTRUCTURINGS: ((documents: Json, random: Random) => void)[] = [
  (documents, random) => delete documents[['envelope', 'today', 'tomorrow'][random(3)] ?? ''],
  (documents, random) => {
    const zones = zonesOf(documents, random);
    zones.splice(random(zones.length), 1);
  },
  (documents, random) => {
    const zones = zonesOf(documents, random);
    const doubled = structuredClone(zones[random(zones.length)]);
    if (doubled) zones.push(doubled);
  },
  (documents, random) => {
    const { properties } = zonesOf(documents, random)[0] ?? { properties: {} };
    delete properties[Object.keys(properties)[random(5)] ?? ''];
  },
  (documents) => {
    const envelope = documents.envelope as Json;
    [envelope.today, envelope.tomorrow] = [envelope.tomorrow, envelope.today];
  },
];

function zonesOf(documents: Json, random: Random): { properties: Json }[] {
  const document = documents[random(2) === 0 ? 'today' : 'tomorrow'] as Json;
  return (document.objects as { zone: { geometries: { properties: Json }[] } }).zone.geometries;
}

test('of a thousand mutated bulletins none shows a wrong color: only what it said, or not available', () => {
  const random = createRandom(16);
  const outcomes = { unreadable: 0, gaps: 0, unchanged: 0 };
  const wrong: string[] = [];
  for (let round = 0; round < MUTATIONS; round += 1) {
    const zones = () => NAMES.map((name): WrittenZone => ({ name, ...risksOf(random) }));
    const [today, tomorrow] = [zones(), zones()];
    const documents = nationalBulletin({ today, tomorrow });
    const written = new Map([
      ['2026-11-21', new Map(today.map((zone) => [zone.name, colorOf(zone)]))],
      ['2026-11-22', new Map(tomorrow.map((zone) => [zone.name, colorOf(zone)]))],
    ]);
    mutate(documents, random);
    const read = readNationalBulletin(documents, NOW);
    if (read instanceof UnreadableBulletin) {
      outcomes.unreadable += 1;
      continue;
    }
    outcomes[read.gaps.length > 0 ? 'gaps' : 'unchanged'] += 1;
    wrong.push(...wrongColors(read, written).map((what) => `${round}: ${what}`));
  }
  expect(wrong).toEqual([]);
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(50);
});

/** A zone whose name was mutated is none of ours; one that took another's name is there twice. */
function wrongColors({ days }: ReadBulletin, written: Map<string, Map<string, string>>): string[] {
  return days.flatMap(({ date, zones }) => {
    const meant = written.get(date);
    if (!meant) return [date];
    return zones.flatMap(({ name, color }) => {
      const isRight = color === null || !meant.has(name) || meant.get(name) === color;
      return isRight ? [] : [`${date} ${name} ${color}`];
    });
  });
}

function mutate(documents: ReturnType<typeof nationalBulletin>, random: Random): void {
  if (random(5) === 0) {
    RESTRUCTURINGS[random(RESTRUCTURINGS.length)]?.(documents, random);
    return;
  }
  // The sentences are few among many words: every second mutation is theirs.
  const { envelope } = documents;
  const texts = textsOf(random(2) === 0 ? [envelope.today, envelope.tomorrow] : documents);
  const chosen = texts[random(texts.length)];
  chosen?.set(MUTATORS[random(MUTATORS.length)]?.(chosen.text, random));
}

function risksOf(random: Random) {
  const color = () => SIGNAL_COLORS[random(4)] ?? 'verde';
  return { idraulico: color(), temporali: color(), idrogeologico: color() };
}
