import type { ScheduleWarnings } from '@semaforo/contract/api/schedules';
import { LOCALE } from '@semaforo/contract/domain/rome-time';
import { scheduleMoment } from './schedule-moment.ts';

type Missed = ScheduleWarnings['missed'][number];
type ClockStep = ScheduleWarnings['clock_steps'][number];

const NAMED_AT_MOST = 3;
/** Which schedules did not run (one or more, newest first), and why when the reason is the same for all. `today` is Rome's (2026-11-21). */
export function missedInWords(missed: readonly Missed[], today: string): string {
  const named = missed.slice(0, NAMED_AT_MOST).map((one) => nameOf(one, today));
  const unnamed = missed.length - named.length;
  const reasons = new Set(missed.map(({ outcome_reason }) => outcome_reason));
  const [reason] = reasons.size === 1 ? reasons : [];
  return [
    missed.length === 1 ? '1 pianificazione non eseguita' : `${missed.length} pianificazioni non eseguite`,
    `: ${named.join(', ')}`,
    unnamed > 0 ? ` e ${unnamed === 1 ? "un'altra" : `altre ${unnamed}`}` : '',
    reason ? ` — ${reason}` : '',
  ].join('');
}

/** How the server's clock was moved, the last time of `count`, and what to do. `today` is Rome's (2026-11-21). */
export function clockStepInWords({ at, step_ms }: ClockStep, count: number, today: string): string {
  const { day, date, time } = scheduleMoment(at);
  const times = count === 1 ? '' : ` ${count} volte, l'ultima`;
  const way = step_ms < 0 ? 'indietro' : 'avanti';
  const when = day === today ? `alle ${time}` : `il ${date} alle ${time}`;
  return `L'orologio del server è stato spostato${times} ${way} di ${durationInWords(Math.abs(step_ms))} ${when}: controllare le pianificazioni`;
}

function nameOf({ color, device_type, execute_at }: Missed, today: string): string {
  const { day, date, time } = scheduleMoment(execute_at);
  const value = device_type === 'lanterna' ? `lanterne ${color.toUpperCase()}` : color.toUpperCase();
  return day === today ? `${value} delle ${time}` : `${value} del ${date}, ${time}`;
}

/** A duration with its largest unit and the next: '1 ora', '2 minuti e 5 secondi'. */
function durationInWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  const parts = [
    { amount: Math.floor(seconds / 86_400), unit: 'day' },
    { amount: Math.floor(seconds / 3_600) % 24, unit: 'hour' },
    { amount: Math.floor(seconds / 60) % 60, unit: 'minute' },
    { amount: seconds % 60, unit: 'second' },
  ];
  const first = parts.findIndex(({ amount }) => amount > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ amount }) => amount > 0)
    .map(({ amount, unit }) => amount.toLocaleString(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }))
    .join(' e ');
}
