import type { Plan } from '@semaforo/contract/api/plans';
import { DEVICE_LABELS } from '@semaforo/contract/domain/device-labels';
import { counted } from '@semaforo/contract/domain/italian';
import { parsePlanMoment, WEEKDAYS, type Weekday } from '@semaforo/contract/domain/plan-rules';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { joinedWords } from '../lamps/color-labels.ts';
import { describeCommand } from '../lamps/describe-command.ts';
import { formatDay } from '../platform/date-format.ts';

export const WEEKDAY_LABELS: Record<Weekday, string> = {
  lun: 'lunedì',
  mar: 'martedì',
  mer: 'mercoledì',
  gio: 'giovedì',
  ven: 'venerdì',
  sab: 'sabato',
  dom: 'domenica',
};

/** Whom a plan is for now: 'gruppo Argine, 4 lanterne'. */
export function describePlanTargets({ device_type, whom, group, devices }: Plan): string {
  const reached = counted(devices.length, DEVICE_LABELS[device_type]);
  return whom === 'gruppo' ? `gruppo ${group ?? ''}, ${reached}` : reached;
}

/** 'ogni giorno', 'ogni 2 settimane: venerdì e sabato', 'in 3 date'. */
export function formatRepeat({
  repeat,
  every,
  days,
  dates,
}: Pick<Plan, 'repeat' | 'every' | 'days' | 'dates'>): string {
  if (repeat === 'date') return `in ${counted(dates.length, ['data', 'date'])}`;
  if (repeat === 'giorno') return every === 1 ? 'ogni giorno' : `ogni ${every} giorni`;
  const names = WEEKDAYS.filter((day) => days.includes(day)).map((day) => WEEKDAY_LABELS[day]);
  return `${every === 1 ? 'ogni settimana' : `ogni ${every} settimane`}: ${joinedWords(names)}`;
}

/** 'dalle 12:00 alle 14:00', 'dal tramonto all’alba', '30 minuti prima del tramonto'. */
export function formatMoments({ begin, end }: Pick<Plan, 'begin' | 'end'>): string {
  if (end === null) return formatMoment(begin, { hour: 'alle ', alba: 'all’alba', tramonto: 'al tramonto' });
  const from = formatMoment(begin, {
    hour: 'dalle ',
    alba: 'dall’alba',
    tramonto: 'dal tramonto',
    minutes: 'da ',
  });
  const to = { hour: 'alle ', alba: 'all’alba', tramonto: 'al tramonto', minutes: 'a ' };
  return `${from} ${formatMoment(end, to)}`;
}

function formatMoment(
  text: string,
  words: { hour: string; alba: string; tramonto: string; minutes?: string },
): string {
  const moment = parsePlanMoment(text);
  if (!moment || moment.kind === 'ora') return `${words.hour}${text}`;
  if (moment.offsetMin === 0) return words[moment.kind];
  const sun = { alba: 'l’alba', tramonto: 'il tramonto' }[moment.kind];
  const before = { alba: 'dell’alba', tramonto: 'del tramonto' }[moment.kind];
  const minutes = counted(Math.abs(moment.offsetMin), ['minuto', 'minuti']);
  const offset = moment.offsetMin < 0 ? `${minutes} prima ${before}` : `${minutes} dopo ${sun}`;
  return `${words.minutes ?? ''}${offset}`;
}

/** 'Semafori: giallo, ogni giorno dalle 12:00 alle 14:00'. */
export function planTitle(plan: Plan): string {
  return `${describeCommand(plan.device_type, plan.color)}, ${formatRepeat(plan)} ${formatMoments(plan)}`;
}

/** One of a plan's times: the day, and 'HH:MM' or 'HH:MM – HH:MM' of Rome. */
export function formatTimes({ day, begin, end }: Omit<Plan['next'][number], 'moved'>): {
  day: string;
  times: string;
} {
  const from = hourOf(begin);
  return { day: formatDay(day), times: end === null ? from : `${from} – ${hourOf(end)}` };
}

function hourOf(instant: string): string {
  return romeWallTime(Date.parse(instant)).time.slice(0, 5);
}
