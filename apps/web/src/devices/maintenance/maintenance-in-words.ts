import { romeWallTime } from '@semaforo/contract/domain/rome-time';

/** 'In manutenzione fino alle 18:30' on that same day of Rome, else 'In manutenzione fino al 26/11/2026 alle 18:30'. */
export function maintenanceInWords(until: string, now: number): string {
  const { date, time } = romeWallTime(Date.parse(until));
  const [year, month, day] = date.split('-');
  const at = `alle ${time.slice(0, 5)}`;
  const isToday = romeWallTime(now).date === date;
  return `In manutenzione fino ${isToday ? at : `al ${day}/${month}/${year} ${at}`}`;
}
