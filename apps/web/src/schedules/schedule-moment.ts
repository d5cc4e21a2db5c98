import { parseWrittenTime, romeWallTime } from '@semaforo/contract/domain/rome-time';

/** When a schedule runs, as Rome reads it: `day` for comparing (2026-11-21), `date` (21/11/2026) and `time` (06:00) for people. */
export type ScheduleMoment = { day: string; date: string; time: string };

/** The moment of an instant (ISO). In the hour that Rome lives twice, the time says which one. */
export function scheduleMoment(executeAt: string): ScheduleMoment {
  const instant = Date.parse(executeAt);
  const wall = romeWallTime(instant);
  const [year, month, date] = wall.date.split('-');
  const time = wall.time.slice(0, 5);
  const twice = parseWrittenTime(`${wall.date}T${wall.time}`).kind === 'ambiguous';
  return {
    day: wall.date,
    date: `${date}/${month}/${year}`,
    time: twice ? `${time} (UTC+${offsetHours(instant, wall)})` : time,
  };
}

function offsetHours(instant: number, wall: { date: string; time: string }): number {
  return Math.round((Date.parse(`${wall.date}T${wall.time}Z`) - instant) / 3_600_000);
}
