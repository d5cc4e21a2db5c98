import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { OFFLINE } from '@semaforo/contract/domain/device/device-errors';
import { MOST_REASSERTIONS } from '@semaforo/contract/domain/device/reassertion';
import type { LampColor } from '@semaforo/contract/domain/lamps';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import { seenOf } from '../truth/page-record.ts';
import type { Finding } from './invariants.ts';

/** What a device said of one of its lamps, and when (epoch ms). */
export type Said = { on: boolean; at: number };

/** The last words of a device about that lamp, oldest first. */
export type WordsOf = (key: string, lamp: LampColor) => readonly Said[];

const CLOCK_WRONG_BY_MS = 100_000;

/** An error that the device itself brings about, or a command that it did not answer. */
const OF_THE_DEVICE = /^(Mostra|Più lampade)/;

/**
 * What a page shows at any moment must have been said; what is fresh, since then, or as the last before, and since the
 * link was made (epoch ms).
 */
export function findUnsaid(
  record: DeviceStatusRecord,
  wordsOf: WordsOf,
  { since, linkedAt }: { since: number; linkedAt: number },
): Finding[] {
  const { topic: key, lamps } = record;
  return lamps.flatMap(({ color, on, fresh, said_at: time }): Finding[] => {
    const words = wordsOf(key, color);
    if (time !== null && !isTimeOf(words, Date.parse(time)))
      return [['time-wrong', `${key} ${color} was not said at ${time}`]];
    // What a backup brings back may be older than what is remembered.
    const isForgotten = time !== null && (words[0]?.at ?? 0) > Date.parse(time);
    if (on === true && !isForgotten && !words.some((word) => word.on))
      return [['lit-unsaid', `${key} ${color} is shown lit`]];
    if (!fresh || on === null) return [];
    if (!words.some(({ at }) => at >= linkedAt))
      return [
        ['fresh-wrong', `${key} ${color} is fresh, and nothing was said of it since the link was made`],
      ];
    const before = words.findLast((word) => word.at < since);
    const isSaid = words.some((word) => (word.at >= since || word === before) && word.on === on);
    return isSaid
      ? []
      : [['fresh-wrong', `${key} ${color} is ${on} and fresh, and the device said otherwise`]];
  });
}

/** Something was said then, as far as is remembered; the clock of the server may have been wrong. */
function isTimeOf(words: readonly Said[], time: number): boolean {
  const isForgotten = words[0] !== undefined && words[0].at > time;
  return isForgotten || words.some(({ at }) => Math.abs(at - time) < CLOCK_WRONG_BY_MS);
}

/** Pages show what the server answers, and lamps that are lit together are an error. */
export function findDifference(
  record: DeviceStatusRecord,
  pages: readonly ReadonlyMap<string, DeviceStatusRecord>[],
): Finding[] {
  const { topic: key, lamps, error, pending } = record;
  const findings = pages.flatMap((shown): Finding[] => {
    const own = shown.get(key);
    if (!own || seenOf(own) === seenOf(record)) return [];
    return [['page-differs', `${key}: ${seenOf(own)} on a page, ${seenOf(record)} by the server`]];
  });
  if (pending !== null) findings.push(['left-open', `${key} waits for ${pending}, and nothing is under way`]);
  const lit = lamps.filter(({ on }) => on).length;
  if (lit > 1 && !error && pending === null)
    findings.push(['two-lit', `${key} shows ${lit} lamps and no error`]);
  return findings;
}

/** A device that is on the broker for a while is not away, although it said no lamp since. */
export function findAway({ topic: key, error_reason: reason }: DeviceStatusRecord): Finding[] {
  return reason === OFFLINE ? [['error-untrue', `${key} is on the broker: ${reason}`]] : [];
}

/** Of a device that obeys on a calm network all is known, nothing is wrong, and its warning holds. */
export function findUncalm(record: DeviceStatusRecord, wordsOf: WordsOf): Finding[] {
  const { topic: key, lamps, error, error_reason: reason } = record;
  const findings = lamps.flatMap(({ color, on, fresh }): Finding[] => {
    const last = wordsOf(key, color).at(-1)?.on;
    if (fresh && on === last) return [];
    return [
      ['fresh-wrong', `${key} ${color} is ${on}${fresh ? '' : ', not fresh'}, and the device said ${last}`],
    ];
  });
  if (error && !OF_THE_DEVICE.test(reason ?? '')) findings.push(['error-untrue', `${key}: ${reason}`]);
  return [...findings, ...findDrift(record), ...findUnheld(record)];
}

function findDrift({
  topic: key,
  lamps,
  desired,
  status,
  pending,
  testing,
  out_of_sync,
}: DeviceStatusRecord): Finding[] {
  if (desired === null || testing) return [];
  const isOther = status !== desired.value || lamps.filter(({ on }) => on).length > 1;
  if ((pending === null && isOther) === out_of_sync) return [];
  return [
    ['drift-untold', `${key} shows ${status}, ${desired.value} is desired, out of sync: ${out_of_sync}`],
  ];
}

function findUnheld({
  topic: key,
  desired,
  status,
  pending,
  testing,
  maintenance,
}: DeviceStatusRecord): Finding[] {
  if (desired === null || testing || maintenance || pending !== null) return [];
  const isMilder = gravityOf(desired.value) > 0 && gravityOf(status ?? 'spento') < gravityOf(desired.value);
  // Tried in vain, it is an alarm.
  if (!isMilder || desired.reasserted >= MOST_REASSERTIONS) return [];
  return [['warning-lost', `${key} shows ${status}, ${desired.value} is desired since ${desired.since}`]];
}

/** What citizens read on the page of a Comune. */
export type CitizensPage = { color: SignalColor | null; signals: readonly CitizensSignal[] };
type CitizensSignal = { id: number; color: SignalColor | null };

/** Once nothing changes, citizens read of each signal what it reports as desired, and of the others nothing. */
export function findMisread(page: CitizensPage, records: readonly DeviceStatusRecord[]): Finding[] {
  const read = new Map(page.signals.map(({ id, color }) => [id, color]));
  const findings = records.flatMap((record): Finding[] => {
    const { id, topic: key, status, testing } = record;
    const color = read.get(id);
    if (color === undefined || testing || color === (isAsDesired(record) ? status : null)) return [];
    return [
      ['page-untrue', `${key} is ${color} to citizens, and shows ${status} of ${record.desired?.value}`],
    ];
  });
  const gravest = Math.max(0, ...page.signals.map(({ color }) => gravityOf(color ?? 'spento')));
  const told = records.filter(({ id }) => read.has(id));
  if (page.color !== null && gravest < gravestOf(told))
    findings.push(['citizen-milder', `the page says ${page.color}, and something graver is shown`]);
  if (page.color === 'verde' && page.signals.some(({ color }) => color !== 'verde'))
    findings.push(['page-untrue', 'the page says verde, and not every signal confirms it']);
  return findings;
}

function isAsDesired({ desired, status, error, out_of_sync, pending, lamps }: DeviceStatusRecord): boolean {
  const isFresh = lamps.every(({ fresh }) => fresh);
  return (
    !error &&
    !out_of_sync &&
    pending === null &&
    isFresh &&
    status !== null &&
    status !== 'spento' &&
    (desired === null || gravityOf(desired.value) <= gravityOf(status))
  );
}

/** The gravest color that is known, if only as the last: one that does not answer may still show it. */
export function gravestOf(records: Iterable<DeviceStatusRecord>): number {
  const gravities = [...records].map(({ out_of_sync, testing, maintenance, status }) =>
    out_of_sync || testing || maintenance || status === null ? 0 : gravityOf(status),
  );
  return Math.max(0, ...gravities);
}
