import { daysBetween, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { z } from 'zod';
import { wrongIssueTime } from './bulletin-times.ts';
import { formatDay } from './describe-day.ts';
import {
  type BulletinDay,
  LONGEST_NAME,
  listGaps,
  type ReadBulletin,
  UnreadableBulletin,
} from './read-bulletin.ts';
import { readZoneLevels } from './read-zone-levels.ts';

/** The three documents of a national bulletin, parsed: the envelope, and the zones of either of its days. */
export type NationalDocuments = { envelope: unknown; today: unknown; tomorrow: unknown };

const PARTS = [
  { part: 'today', word: 'oggi' },
  { part: 'tomorrow', word: 'domani' },
] as const;

/** A bulletin is published within a few days of those of which it speaks; fewer than seven name a weekday once. */
const FIRST_DAY = { earliest: -3, latest: 1 };

const partOfEnvelope = z.object({ topo_json: z.string().optional(), html_descrition: z.string() });

const envelopeSchema = z.object({
  type: z.string().min(1).max(100),
  date: z.iso.datetime({ offset: true }),
  name: z.string().min(1).max(LONGEST_NAME),
  today: partOfEnvelope,
  tomorrow: partOfEnvelope,
});

/** The fields of the envelope that are read, as published; a sentence when they are not all there. */
export function readEnvelope(envelope: unknown): z.infer<typeof envelopeSchema> | UnreadableBulletin {
  const parsed = envelopeSchema.safeParse(envelope);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  return new UnreadableBulletin(`manca il campo «${field}», o non ha la forma attesa`);
}

/**
 * Reads a national bulletin of criticality. Its days are those of its own sentences, never those of its publication or
 * of the words today and tomorrow (docs/rules.md#bulletins); when either is wrong, nothing of it is believed. `now` is
 * epoch ms.
 */
export function readNationalBulletin(
  documents: NationalDocuments,
  now: number,
): ReadBulletin | UnreadableBulletin {
  const envelope = readEnvelope(documents.envelope);
  if (envelope instanceof UnreadableBulletin) return envelope;
  const issuedAt = Date.parse(envelope.date);
  const wrongTime = wrongIssueTime(issuedAt, now);
  if (wrongTime) return wrongTime;
  const days: BulletinDay[] = [];
  const gaps: string[] = [];
  for (const { part, word } of PARTS) {
    const date = formatDay(envelope[part].html_descrition, word);
    if (date === undefined) return new UnreadableBulletin(`la data di «${word}» manca o è sbagliata`);
    const read = readZoneLevels(documents[part]);
    if (read instanceof UnreadableBulletin) return new UnreadableBulletin(`${date}: ${read.reason}`);
    days.push({ date, zones: read.zones });
    gaps.push(...read.gaps.map((gap) => `${date}: ${gap}`));
  }
  const wrong = wrongWithDays(days, issuedAt);
  if (wrong !== undefined) return new UnreadableBulletin(wrong);
  const { name, type: kind } = envelope;
  const content = { days, gaps: listGaps(gaps) };
  return { source: 'nazionale', name, kind, issuedAt, ...content, identifier: null, references: [] };
}

function wrongWithDays(days: readonly BulletinDay[], issuedAt: number): string | undefined {
  const [first = '', second = ''] = days.map(({ date }) => date);
  if (daysBetween(first, second) !== 1) return `il ${second} non è il giorno dopo il ${first}`;
  const distance = daysBetween(romeWallTime(issuedAt).date, first);
  const isNear = distance >= FIRST_DAY.earliest && distance <= FIRST_DAY.latest;
  return isNear ? undefined : `parla del ${first} ma è pubblicato il ${romeWallTime(issuedAt).date}`;
}
