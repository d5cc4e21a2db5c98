import { addDays, romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useMemo, useSyncExternalStore } from 'react';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';

/** Today and tomorrow in Rome (`2026-11-22`), by the server's clock. */
export function useBulletinDays(): { today: string; tomorrow: string } {
  const today = useSyncExternalStore(everySecond, () => romeWallTime(serverNow()).date);
  return useMemo(() => ({ today, tomorrow: addDays(today, 1) }), [today]);
}
