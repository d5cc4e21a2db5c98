import type { Alert } from '@semaforo/contract/api/alerts';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { counted, formFor } from '@semaforo/contract/domain/italian';
import { addDays, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SIGNAL_STATUSES } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import { capitalised } from '../lamps/color-labels.ts';
import { confirmedStatusOf, shownStateOf } from '../lamps/shown-state.ts';
import { formatDay } from '../platform/date-format.ts';
import { namesOrCount } from './showing-now.ts';

/** What there is to say above the page: the gravest alert in course, those beside it, and what waits for a decision. */
export type Situation = {
  inCourse: Alert | undefined;
  /** How many others are in course. */
  others: number;
  /** Proposals, the next one first, and whatever else waits for a person. */
  waiting: readonly Alert[];
};

/** The situation of the alerts, exercises left out: they have a line of their own. */
export function situationOf(alerts: readonly Alert[]): Situation {
  const inCourse = alerts
    .filter(({ state, drill }) => state === 'in corso' && !drill)
    .sort((one, other) => gravityOf(other.color) - gravityOf(one.color));
  const waiting = alerts
    .filter(({ state, awaits }) => state === 'proposta' || awaits !== null)
    .sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
  return { inCourse: inCourse[0], others: Math.max(0, inCourse.length - 1), waiting };
}

/** 'Allerta arancione fino alle 23:59', with the day when it does not end today. */
export function situationTitle({ color, to }: Pick<Alert, 'color' | 'to'>, now: number): string {
  const end = romeWallTime(Date.parse(to));
  const today = romeWallTime(now).date;
  const isTomorrow = end.date === addDays(today, 1);
  const day = end.date === today ? '' : ` di ${isTomorrow ? 'domani' : formatDay(end.date)}`;
  return `${capitalised(ALERT_LABELS[color])} fino alle ${end.time.slice(0, 5)}${day}`;
}

/**
 * What all the signals show, each counted once, so that the figures add up to their number: '10 arancio, 1 rosso a
 * mano, 1 non risponde'; '12 arancio, tutti confermati'.
 */
export function describeSignals(
  signals: readonly DeviceStatusRecord[],
  byHand: ReadonlySet<number>,
  linkUp: boolean,
): string {
  const counts = new Map<DeviceStatus | 'by-hand' | 'unknown' | 'maintenance', number>();
  const handSet = new Map<DeviceStatus, number>();
  const add = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const signal of signals) {
    const state = shownStateOf(signal, linkUp);
    const confirmed = confirmedStatusOf(state);
    if (state.maintenance) add(counts, 'maintenance');
    else if (confirmed === null) add(counts, 'unknown');
    else if (byHand.has(signal.id)) add(handSet, confirmed);
    else add(counts, confirmed);
  }
  const inOrder = (map: ReadonlyMap<unknown, number>, after: string) =>
    SIGNAL_STATUSES.flatMap((status) => {
      const count = map.get(status) ?? 0;
      const word = status === 'spento' ? formFor(count, ['spento', 'spenti']) : status;
      return count === 0 ? [] : `${count} ${word}${after}`;
    });
  const [unknown = 0, maintained = 0] = [counts.get('unknown'), counts.get('maintenance')];
  const parts = [
    ...inOrder(counts, ''),
    ...inOrder(handSet, ' a mano'),
    ...(unknown === 0 ? [] : [counted(unknown, ['non risponde', 'non rispondono'])]),
    ...(maintained === 0 ? [] : [`${maintained} in manutenzione`]),
  ];
  const isOne = parts.length === 1 && handSet.size + unknown + maintained === 0;
  return isOne
    ? `${parts[0]}, ${signals.length === 1 ? 'confermato' : 'tutti confermati'}`
    : parts.join(', ');
}

/**
 * Who overrides an alert in course: '0 di 12 in rosso, tutti scavalcati: giallo, valdombra, 07:02'; null while some
 * signal shows its color, or none was commanded by a person.
 */
export function describeOverridden(alert: Alert, showing: number): string | null {
  const { overrides, devices, color } = alert;
  const [first] = overrides;
  if (!first || showing > 0) return null;
  const whose = namesOrCount(
    overrides.map(({ name }) => name),
    devices.length,
  );
  const all =
    overrides.length === devices.length && devices.length > 1 ? 'tutti scavalcati' : `scavalcati ${whose}`;
  const at = romeWallTime(Date.parse(first.at)).time.slice(0, 5);
  return `0 di ${devices.length} in ${color}, ${all}: ${first.color}, ${first.author}, ${at}`;
}

/** What waits for a decision: 'Domani: proposta gialla', '2 proposte'. */
export function describeWaiting(waiting: readonly Alert[], now: number): { lead: string; what: string } {
  const [first] = waiting;
  if (!first) return { lead: '', what: '' };
  if (waiting.length > 1) {
    const isEvery = waiting.every(({ state }) => state === 'proposta');
    return { lead: '', what: `${waiting.length} ${isEvery ? 'proposte' : 'allerte da decidere'}` };
  }
  const label = ALERT_LABELS[first.color].replace('allerta ', '');
  if (first.state !== 'proposta') return { lead: 'Da decidere:', what: ALERT_LABELS[first.color] };
  return { lead: `${capitalised(dayWord(first.from, now))}: proposta`, what: label };
}

function dayWord(from: string, now: number): string {
  const begin = romeWallTime(Date.parse(from)).date;
  const today = romeWallTime(now).date;
  if (begin <= today) return 'oggi';
  return begin === addDays(today, 1) ? 'domani' : formatDay(begin);
}
