import type { Schedule } from '@semaforo/contract/api/schedules';
import { scheduleMoment } from './schedule-moment.ts';

/** 'ROSSO del 21/11/2026, 06:00'. */
export function describeSchedule({ color, execute_at }: Schedule): string {
  const { date, time } = scheduleMoment(execute_at);
  return `${color.toUpperCase()} del ${date}, ${time}`;
}
