import { romeWallTime } from '@semaforo/contract/domain/rome-time';
import { useMemo, useSyncExternalStore } from 'react';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';

const DAY_MS = 86_400_000;

/** Today and tomorrow in Rome (`2026-11-22`), by the server's clock. */
export function useBulletinDays(): { today: string; tomorrow: string } {
  const today = useSyncExternalStore(everySecond, () => romeWallTime(serverNow()).date);
  return useMemo(
    () => ({ today, tomorrow: new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10) }),
    [today],
  );
}
