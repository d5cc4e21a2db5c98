import type { Alert } from '@semaforo/contract/api/alerts';
import { ALERT_LABELS } from '@semaforo/contract/domain/alert-labels';
import { counted, formatDuration } from '@semaforo/contract/domain/italian';
import { addDays, parseWrittenTime, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { capitalised } from '../lamps/color-labels.ts';
import { formatDay } from '../platform/date-format.ts';

export const STATE_LABELS: Record<Alert['state'], string> = {
  proposta: 'Proposta',
  confermata: 'Confermata',
  'in corso': 'In corso',
  conclusa: 'Conclusa',
  rifiutata: 'Rifiutata',
  revocata: 'Revocata',
  superata: 'Superata',
};

/** 'domenica 22 novembre 2026, 00:00–23:59', or both days. */
export function formatSpan({ from, to }: Pick<Alert, 'from' | 'to'>): string {
  const [begin, end] = [wallTime(from), wallTime(to)];
  if (begin.date === end.date) return `${formatDay(begin.date)}, ${begin.time}–${end.time}`;
  return `da ${formatDay(begin.date)}, ${begin.time} a ${formatDay(end.date)}, ${end.time}`;
}

/** 'Allerta arancione, domenica 22 novembre 2026, 00:00–23:59'. */
export function alertTitle(alert: Pick<Alert, 'from' | 'to' | 'color' | 'drill'>): string {
  const name = capitalised(ALERT_LABELS[alert.color]);
  return `${name}${alert.drill ? ' simulata' : ''}, ${formatSpan(alert)}`;
}

/** 'fino alle 23:59 di oggi', 'fino alle 06:00 di lunedì 23 novembre 2026'. */
export function formatUntil(to: string, now: number): string {
  const end = wallTime(to);
  const isToday = end.date === romeWallTime(now).date;
  return `fino alle ${end.time} di ${isToday ? 'oggi' : formatDay(end.date)}`;
}

/** 'Comando manuale fino alle 23:59'. */
export function describeOverride(to: number): string {
  return `Comando manuale fino alle ${romeWallTime(to).time.slice(0, 5)}`;
}

/** 'inizia fra 3 ore e 24 minuti'. */
export function formatBegins(from: string, now: number): string {
  const aheadMs = Date.parse(from) - now;
  return aheadMs <= 0 ? 'inizierebbe subito' : `inizia fra ${formatDuration(aheadMs)}`;
}

/** What confirming an alert does at once: 'Accendi arancio adesso su 12'. */
export function formatLights({ color, total, drill }: Pick<Alert, 'color' | 'total' | 'drill'>): string {
  if (total === 0) return 'Conferma';
  return `Accendi ${color} adesso su ${total}${drill ? ' per prova' : ''}`;
}

/** What confirming an alert does later: 'Conferma per domani', 'Conferma per oggi alle 14:00'. */
export function confirmsFor({ from }: Pick<Alert, 'from'>, now: number): string {
  const begin = wallTime(from);
  const today = romeWallTime(now).date;
  if (begin.date === today) return `Conferma per oggi alle ${begin.time}`;
  if (begin.date === addDays(today, 1)) return 'Conferma per domani';
  return `Conferma per ${formatDay(begin.date)}`;
}

/** For whom an alert is: 'zona Vald-B', 'gruppo Sottopassi', '12 semafori'. */
export function describeTargets({ whom, zone, group, total }: Alert): string {
  if (whom === 'nessuno') return 'solo schermo';
  const signals = counted(total, ['semaforo', 'semafori']);
  if (whom === 'zona') return `zona ${zone ?? ''}, ${signals}`;
  return whom === 'gruppo' ? `gruppo ${group ?? ''}, ${signals}` : signals;
}

/** What an exercise does to the lamps, and that it is nothing for citizens. */
export function describeExercise({ whom }: Pick<Alert, 'whom'>): string {
  return whom === 'nessuno'
    ? 'Solo schermo: le lampade vere non cambiano, nulla va ai cittadini.'
    : 'Le lampade scelte cambiano davvero, per prova: nulla va ai cittadini.';
}

/** 'Allerta rossa simulata fino alle 14:00 di oggi.' */
export function exerciseTitle(alert: Pick<Alert, 'color' | 'to'>, now: number): string {
  return `${capitalised(ALERT_LABELS[alert.color])} simulata ${formatUntil(alert.to, now)}.`;
}

/** A day and time of the form in words: 'domenica 22 novembre 2026, ore 00:00, fra 3 ore e 24 minuti'. */
export function formatMoment(date: string, time: string, now: number): string | undefined {
  const written = parseWrittenTime(`${date}T${time}`);
  if (written.kind !== 'instant') return undefined;
  const aheadMs = written.instant - now;
  const when = aheadMs > 0 ? `fra ${formatDuration(aheadMs)}` : `${formatDuration(-aheadMs)} fa`;
  return `${formatDay(date)}, ore ${time}, ${when}`;
}

function wallTime(instant: string): { date: string; time: string } {
  const { date, time } = romeWallTime(Date.parse(instant));
  return { date, time: time.slice(0, 5) };
}
