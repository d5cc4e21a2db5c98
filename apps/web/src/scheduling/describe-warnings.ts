import type { ScheduleWarnings } from '@semaforo/contract/api/schedules';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted, formatDuration, formatOthers } from '@semaforo/contract/domain/italian';
import { scheduleMoment } from './schedule-moment.ts';

type Missed = ScheduleWarnings['missed'][number];
type ClockStep = ScheduleWarnings['clock_steps'][number];

const NAMED_AT_MOST = 3;
/**
 * Which schedules did not run (one or more, newest first), and why when all have the same reason. `today` is Rome's
 * (2026-11-21).
 */
export function formatMissed(missed: readonly Missed[], today: string): string {
  const named = missed.slice(0, NAMED_AT_MOST).map((one) => nameOf(one, today));
  const unnamed = missed.length - named.length;
  const reasons = new Set(missed.map(({ outcome_reason }) => outcome_reason));
  const [reason] = reasons.size === 1 ? reasons : [];
  return [
    counted(missed.length, ['pianificazione non eseguita', 'pianificazioni non eseguite']),
    `: ${named.join(', ')}`,
    unnamed > 0 ? ` e ${formatOthers(unnamed, 'feminine')}` : '',
    reason ? ` — ${reason}` : '',
  ].join('');
}

/** How the server's clock was moved, the last time of `count`, and what to do. `today` is Rome's (2026-11-21). */
export function describeClockStep({ at, step_ms }: ClockStep, count: number, today: string): string {
  const { day, date, time } = scheduleMoment(at);
  const times = count > 1 ? ` ${counted(count, ['volta', 'volte'])}, l'ultima` : '';
  const way = step_ms < 0 ? 'indietro' : 'avanti';
  const when = day === today ? `alle ${time}` : `il ${date} alle ${time}`;
  return `L'orologio del server è stato spostato${times} ${way} di ${formatDuration(Math.abs(step_ms))} ${when}: controllare le pianificazioni`;
}

function nameOf(missed: Missed, today: string): string {
  const { color, device_type, execute_at } = missed;
  const { day, date, time } = scheduleMoment(execute_at);
  const value = device_type === 'lanterna' ? `lanterne ${color.toUpperCase()}` : color.toUpperCase();
  const when = day === today ? `delle ${time}` : `del ${date}, ${time}`;
  return `${value} ${when}${describeTargets(missed)}`;
}

/** ' per 12 semafori', ' per «Sottopassi» (3 semafori)'; nothing when it is not known. */
function describeTargets({ device_type, group, total }: Missed): string {
  const devices = counted(total, DEVICE_LABELS[device_type]);
  if (group !== null) return ` per «${group}»${total > 0 ? ` (${devices})` : ''}`;
  return total > 0 ? ` per ${devices}` : '';
}
