import { highestLevel, type Level, type Risk } from '@semaforo/contract/domain/bulletin-rules';
import { romeDays } from '@semaforo/contract/domain/rome-time';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { outOfTime, wrongIssueTime } from './bulletin-times.ts';
import {
  LONGEST_NAME,
  listGaps,
  NO_RISKS,
  type ReadBulletin,
  UnreadableBulletin,
  ZONES_AT_MOST,
  type ZoneLevel,
} from './read-bulletin.ts';
import { childrenOf, parseXml, textOf, type XmlElement } from './xml-tree.ts';

/** The four levels as Meteoalarm's parameter `awareness_level` writes them. */
const AWARENESS_LEVELS: Record<string, SignalColor> = {
  '1; green; Minor': 'verde',
  '2; yellow; Moderate': 'giallo',
  '3; orange; Severe': 'arancio',
  '4; red; Extreme': 'rosso',
};

/** Of its `awareness_type` those that are risks of a bulletin of criticality, by their number. */
const AWARENESS_TYPES: Record<string, Risk> = {
  '3': 'temporali',
  '10': 'idrogeologico',
  '12': 'idraulico',
  '13': 'idrogeologico',
};

const CAP = 'urn:oasis:names:tc:emergency:cap:1.2';
const ATOM = 'http://www.w3.org/2005/Atom';
const CAP_TYPES = ['application/cap+xml', 'application/common-alerting-protocol+xml'];
const DAY_MS = 86_400_000;
const DAYS_AT_MOST = 10;
const REFERENCES_AT_MOST = 200;
/** Characters of all references together: nothing longer is split. */
const LONGEST_REFERENCES = 100_000;
const INFOS_AT_MOST = 2000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:[+-]\d\d:\d\d|Z)$/;
/** What tells of zones. The others (Ack, Error) tell of messages. */
const KINDS = ['Alert', 'Update', 'Cancel'];

/** The messages in a document as written, and the addresses of others; undefined when it is neither CAP nor Atom. */
export async function findCapMessages(
  text: string,
): Promise<{ messages: string[]; links: string[] } | undefined> {
  const root = await parseXml(text.replace(/^\uFEFF/, ''));
  if (root?.name === 'alert' && root.namespace === CAP) return { messages: [text], links: [] };
  if (root?.name !== 'feed' || root.namespace !== ATOM) return undefined;
  const found = { messages: [] as string[], links: [] as string[] };
  for (const entry of childrenOf(root, 'entry')) {
    const [embedded] = childrenOf(entry, 'content').flatMap((content) => childrenOf(content, 'alert'));
    const link = childrenOf(entry, 'link').find(({ attributes }) =>
      CAP_TYPES.includes(attributes.type ?? ''),
    );
    if (embedded) found.messages.push(embedded.source);
    else if (link?.attributes.href !== undefined) found.links.push(link.attributes.href);
  }
  return found;
}

/** Reads one message of CAP 1.2 (docs/rules.md#bulletins); `now` is epoch ms. */
export async function readCapMessage(text: string, now: number): Promise<ReadBulletin | UnreadableBulletin> {
  const alert = await parseXml(text.replace(/^\uFEFF/, ''));
  if (alert?.name !== 'alert' || alert.namespace !== CAP) return new UnreadableBulletin('non è CAP 1.2');
  const [identifier, sender, kind] = ['identifier', 'sender', 'msgType'].map((name) => textOf(alert, name));
  const issuedAt = timeOf(alert, 'sent');
  if (identifier === undefined || sender === undefined || kind === undefined || issuedAt === undefined)
    return new UnreadableBulletin('manca identifier, sender, sent o msgType');
  const wrong = wrongIssueTime(issuedAt, now);
  if (wrong) return wrong;
  const message = {
    source: 'cap',
    name: shortTextOf(childrenOf(alert, 'info')[0] ?? alert, 'headline') ?? identifier.slice(0, LONGEST_NAME),
    kind,
    issuedAt,
    identifier: `${sender},${identifier}`,
  } as const;
  // An exercise or a test is no forecast, whatever it says.
  if (textOf(alert, 'status') !== 'Actual' || !KINDS.includes(kind))
    return { ...message, days: [], gaps: [], references: [] };
  const references = kind === 'Alert' ? [] : referencesOf(alert);
  if (references === undefined || references.length > REFERENCES_AT_MOST)
    return new UnreadableBulletin(`rimanda a più di ${REFERENCES_AT_MOST} avvisi`);
  if (kind === 'Cancel') return { ...message, days: [], gaps: [], references };
  const contents = readInfos(alert, issuedAt);
  return contents instanceof UnreadableBulletin ? contents : { ...message, ...contents, references };
}

function readInfos(
  alert: XmlElement,
  issuedAt: number,
): Pick<ReadBulletin, 'days' | 'gaps'> | UnreadableBulletin {
  const infos = childrenOf(alert, 'info');
  if (infos.length > INFOS_AT_MOST) return new UnreadableBulletin(`ha più di ${INFOS_AT_MOST} parti`);
  const gaps: string[] = [];
  const zones = infos.flatMap((info) => zonesOfInfo(info, issuedAt, gaps));
  if (zones.length > ZONES_AT_MOST) return new UnreadableBulletin(`nomina più di ${ZONES_AT_MOST} zone`);
  const wrong = outOfTime(zones.flatMap(({ from, until }) => [from, until]));
  if (wrong) return wrong;
  const days = byDay(zones);
  if (!days) return new UnreadableBulletin('un avviso dura più di dieci giorni, o finisce prima di iniziare');
  return { days, gaps: listGaps(gaps) };
}

type TimedZone = ZoneLevel & { from: number; until: number };

function zonesOfInfo(info: XmlElement, issuedAt: number, gaps: string[]): TimedZone[] {
  const risk = riskOfInfo(info);
  if (risk === null) return [];
  const headline = shortTextOf(info, 'headline') ?? shortTextOf(info, 'event') ?? 'un avviso';
  const until = timeOf(info, 'expires');
  if (until === undefined) {
    gaps.push(`«${headline}» non dice quando finisce`);
    return [];
  }
  const from = timeOf(info, 'onset') ?? timeOf(info, 'effective') ?? issuedAt;
  const color = risk === undefined ? null : levelOfInfo(info);
  if (color === null) gaps.push(`«${headline}» non ha un livello o un rischio leggibile`);
  const risks = risk === undefined ? NO_RISKS : { ...NO_RISKS, [risk]: color };
  return childrenOf(info, 'area').map((area) => ({
    name: shortTextOf(area, 'areaDesc') ?? '',
    codes: childrenOf(area, 'geocode').flatMap((geocode) => textOf(geocode, 'value') ?? []),
    ...{ color, risks, from, until },
  }));
}

/** The zones by the days of Rome that they touch; undefined when there are too many, or none. */
function byDay(zones: readonly TimedZone[]): ReadBulletin['days'] | undefined {
  const days = new Map<string, Map<string, ZoneLevel>>();
  for (const zone of zones) {
    const { from, until } = zone;
    if (until <= from || until - from > DAYS_AT_MOST * DAY_MS) return undefined;
    const key = JSON.stringify([zone.name, zone.codes, from, until]);
    for (const day of romeDays(from, until - 1)) {
      const ofDay = days.get(day) ?? new Map<string, ZoneLevel>();
      const same = ofDay.get(key);
      days.set(day, ofDay.set(key, same ? graverOf(same, zone) : zone));
    }
  }
  return [...days].map(([date, ofDay]) => ({ date, zones: [...ofDay.values()] }));
}

/** The same area again (another language, another risk) is one zone with the graver level. */
function graverOf(one: ZoneLevel, other: ZoneLevel): ZoneLevel {
  const risks = { ...one.risks };
  for (const [risk, level] of Object.entries(other.risks) as [Risk, ZoneLevel['color']][]) {
    if (level !== null) risks[risk] = risks[risk] === null ? level : highestLevel([risks[risk], level]);
  }
  return { ...one, risks, color: highestLevel([one.color, other.color]) };
}

function shortTextOf(element: XmlElement, name: string): string | undefined {
  return textOf(element, name)?.slice(0, LONGEST_NAME);
}

/** `sender,identifier,sent`, separated by spaces; undefined when there is too much of them. */
function referencesOf(alert: XmlElement): string[] | undefined {
  const written = textOf(alert, 'references') ?? '';
  if (written.length > LONGEST_REFERENCES) return undefined;
  return written.split(/\s+/).flatMap((reference) => {
    const [sender, identifier] = reference.split(',');
    return sender === undefined || identifier === undefined ? [] : [`${sender},${identifier}`];
  });
}

function timeOf(element: XmlElement, name: string): number | undefined {
  const written = textOf(element, name);
  if (written === undefined || !TIME.test(written)) return undefined;
  const time = Date.parse(written);
  return Number.isNaN(time) ? undefined : time;
}

/** The level of an `info`; null when it has no awareness level, or one that disagrees with its severity. */
function levelOfInfo(info: XmlElement): Level {
  const written = parameterOf(info, 'awareness_level') ?? '';
  const [number = '', color = '', severity = ''] = written.split(';').map((part) => part.trim());
  const isAgreed = severity === textOf(info, 'severity');
  return isAgreed ? (AWARENESS_LEVELS[`${number}; ${color}; ${severity}`] ?? null) : null;
}

/** The risk of an `info`; null for another (wind, snow, …), undefined when it says none. */
function riskOfInfo(info: XmlElement): Risk | null | undefined {
  const written = parameterOf(info, 'awareness_type');
  return written === undefined ? undefined : (AWARENESS_TYPES[written.split(';')[0]?.trim() ?? ''] ?? null);
}

function parameterOf(info: XmlElement, name: string): string | undefined {
  const found = childrenOf(info, 'parameter').find((parameter) => textOf(parameter, 'valueName') === name);
  return found && textOf(found, 'value');
}
