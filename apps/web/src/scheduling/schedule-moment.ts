import { parseWrittenTime, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { SCHEDULE_MAX_AHEAD_MS } from '@semaforo/contract/domain/schedule-rules';

/**
 * When a schedule runs, in Rome's time: `day` for comparing (2026-11-21), `date` (21/11/2026) and `time` (06:00) for
 * people.
 */
export type ScheduleMoment = { day: string; date: string; time: string };

/** A day (2026-11-21) and a time (06:00) of Rome as they are sent: without an offset. The server finds the instant. */
export function writtenMoment(day: string, time: string): string {
  return `${day}T${time}`;
}

/** The last day (2027-11-22) that can be planned when it is that day in Rome. */
export function lastDayToPlan(today: string): string {
  return new Date(Date.parse(`${today}T00:00Z`) + SCHEDULE_MAX_AHEAD_MS).toISOString().slice(0, 10);
}

/** The moment of an instant (ISO). In the repeated hour of October the time shows its offset. */
export function scheduleMoment(executeAt: string): ScheduleMoment {
  const instant = Date.parse(executeAt);
  const wallTime = romeWallTime(instant);
  const [year, month, date] = wallTime.date.split('-');
  const time = wallTime.time.slice(0, 5);
  const twice = parseWrittenTime(`${wallTime.date}T${wallTime.time}`).kind === 'ambiguous';
  return {
    day: wallTime.date,
    date: `${date}/${month}/${year}`,
    time: twice ? `${time} (UTC+${offsetHours(instant, wallTime)})` : time,
  };
}

function offsetHours(instant: number, wallTime: { date: string; time: string }): number {
  return Math.round((Date.parse(`${wallTime.date}T${wallTime.time}Z`) - instant) / 3_600_000);
}
