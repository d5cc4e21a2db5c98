import type { DeviceHour } from '@semaforo/contract/api/device-past';
import { LAMP_COLORS } from '@semaforo/contract/domain/lamps';
import { romeWallTime } from '@semaforo/contract/domain/rome-time';

const HOUR_MS = 3_600_000;

/** 'Ultime 24 ore: rosso in 2, verde in 22; in errore in 1; forse in silenzio in 3'. */
export function describeHours(hours: readonly DeviceHour[]): string {
  const shown = [...LAMP_COLORS.toReversed(), 'spento' as const].flatMap((status) => {
    const count = hours.filter((hour) => hour.shown === status).length;
    return count === 0 ? [] : [`${status} in ${count}`];
  });
  const counts = [
    ...[shown.join(', ')],
    ...counted(hours.filter(({ error }) => error).length, 'in errore in'),
    ...counted(
      hours.filter(({ shown: known, spoke }) => known !== null && !spoke).length,
      'forse in silenzio in',
    ),
    ...counted(hours.filter(({ shown: known }) => known === null).length, 'non si sa in'),
  ].filter((part) => part !== '');
  return `Ultime ${hours.length} ore: ${counts.join('; ')}`;
}

/** 'Dalle 14:00 alle 15:00: rosso, in errore'. */
export function describeHour({ shown, spoke, error }: DeviceHour, from: number, index: number): string {
  const hourOf = (at: number) => romeWallTime(at).time.slice(0, 5);
  const begin = from + index * HOUR_MS;
  const words = [
    shown === null ? 'non si sa' : shown,
    error && 'in errore',
    shown !== null && !spoke && 'forse in silenzio',
  ].filter(Boolean);
  return `Dalle ${hourOf(begin)} alle ${hourOf(begin + HOUR_MS)}: ${words.join(', ')}`;
}

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${words} ${count}`];
}
