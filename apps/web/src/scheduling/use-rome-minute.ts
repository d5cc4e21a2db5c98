import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useSyncExternalStore } from 'react';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';

/**
 * Rome's date (`2026-11-20`) and time (`18:30`) now, by the server's clock; the zone and clock of this computer do not
 * matter.
 */
export function useRomeMinute(): { today: string; minute: string } {
  const now = useSyncExternalStore(everySecond, () => {
    const { date, time } = romeWallTime(serverNow());
    return `${date}T${time.slice(0, 5)}`;
  });
  return { today: now.slice(0, 10), minute: now.slice(11) };
}
