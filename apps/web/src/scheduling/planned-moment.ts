import { counted, formatDuration } from '@semaforo/contract/domain/italian';
import { acceptScheduleTime, type ScheduleTime } from '@semaforo/contract/domain/schedule-rules';
import { formatDay } from '../platform/date-format.ts';
import { writtenMoment } from './schedule-moment.ts';

const DAY_MS = 86_400_000;
/** Up to this far ahead hours and minutes matter. */
const EXACT_UP_TO_MS = 2 * DAY_MS;

/** Why a day and an hour cannot be planned; that they are past is said when they are sent. */
const REFUSED: Partial<Record<Extract<ScheduleTime, { accepted: false }>['reason'], string>> = {
  nonexistent: 'Quest’ora non esiste: quella notte si passa all’ora legale.',
  ambiguous: 'Quest’ora viene due volte: quella notte torna l’ora solare. Scegli un’altra ora.',
  'too-far': 'È più di un anno avanti.',
};

/**
 * A day (2026-12-03) and an hour (21:05) of Rome in words, whatever the language of the browser's own fields: 'giovedì
 * 3 dicembre 2026, ore 21:05, fra 12 giorni', or why they cannot be. Undefined while one of them is missing. `now` is
 * the server's time in epoch ms.
 */
export function plannedMoment(
  day: string,
  time: string,
  now: number,
): { words: string; refused: boolean } | undefined {
  if (day === '' || time === '') return undefined;
  const moment = acceptScheduleTime(writtenMoment(day, time), now);
  const written = `${formatDay(day)}, ore ${time}`;
  if (moment.accepted)
    return { words: `${written}, fra ${formatAhead(moment.executeAt - now)}`, refused: false };
  if (moment.reason === 'malformed') return undefined;
  const why = REFUSED[moment.reason];
  if (why === undefined) return { words: `${written}, già passata`, refused: false };
  return { words: why, refused: true };
}

function formatAhead(ms: number): string {
  return ms < EXACT_UP_TO_MS
    ? formatDuration(Math.max(60_000, Math.floor(ms / 60_000) * 60_000))
    : counted(Math.floor(ms / DAY_MS), ['giorno', 'giorni']);
}
