import type { AlarmRecord } from '@semaforo/contract/api/alarms';
import type { AlarmState } from '@semaforo/contract/domain/alarm-rules';
import { alarmTitle } from '@semaforo/contract/domain/alarm-title';
import { shortDuration } from '@semaforo/contract/domain/italian';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { formatInstant } from '../platform/date-format.ts';
import type { IconName } from '../ui/icon.tsx';

export const STATE_LABELS: Readonly<Record<AlarmState, string>> = {
  aperto: 'Aperto',
  'preso in carico': 'Preso in carico',
  risolto: 'Risolto',
  chiuso: 'Chiuso',
};

export const STATE_ICONS: Readonly<Record<AlarmState, IconName>> = {
  aperto: 'bell',
  'preso in carico': 'hand',
  risolto: 'check',
  chiuso: 'check',
};

/** 'Lungofiume: più lampade accese', '3 dispositivi non in linea'. */
export function titleOf({ kind, devices, device_count: count }: AlarmRecord): string {
  return alarmTitle(
    kind,
    devices.map(({ name }) => name),
    count,
  );
}

/** How long it has been so, or lasted. */
export function formatTimes(alarm: AlarmRecord, now: number): string {
  const opened = new Date(alarm.opened_at).getTime();
  const since = formatInstant(alarm.opened_at, now);
  if (alarm.state === 'aperto' || alarm.state === 'preso in carico') {
    return `Da ${shortDuration(now - opened)}, aperto ${since}.`;
  }
  const lasted = new Date(alarm.state_at).getTime() - opened;
  return `Aperto ${since}, durato ${shortDuration(lasted)}.`;
}

const inOneSentence = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

type Outcomes = AlarmRecord['steps'][number]['outcomes'];

/** By what a person was reached, and by what not and why: ', Telegram; non raggiunto per SMS: …'. */
export function describeOutcomes(ways: readonly string[], outcomes: Outcomes): string {
  if (ways.length === 0) return ', non raggiunto: senza recapito per questo allarme a quest’ora';
  // Of long ago it is not known any more.
  const taken = ways.filter((way) => outcomes.every((one) => one.way !== way || one.outcome === 'sent'));
  const rest = outcomes.filter(({ outcome }) => outcome !== 'sent');
  const why = rest.map(({ way, outcome, failure }) => {
    const so = outcome === 'waiting' ? 'non ancora raggiunto' : 'non raggiunto';
    return `${so} per ${way}${failure === null ? '' : ` (${failure})`}`;
  });
  return `, ${[...(taken.length > 0 ? [inOneSentence.format(taken)] : []), ...why].join('; ')}`;
}
