import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { counted, shortDuration } from '@semaforo/contract/domain/italian';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { publicSettingsQuery } from '../api/public-settings.ts';
import { everySecond } from '../platform/every-second.ts';
import { serverNow } from '../platform/server-clock.ts';

/** What is wrong for less long than an alarm waits for: 'nessun allarme' would not be all there is to say. */
export function NextAlarm({ devices }: { devices: ReadonlyMap<number, DeviceStatusRecord> }) {
  const waitMs = (useQuery(publicSettingsQuery).data?.alarmRaiseSeconds ?? 0) * 1000;
  const now = useSyncExternalStore(everySecond, () => Math.floor(serverNow() / 1000) * 1000);
  const forMs = [...devices.values()]
    .filter(({ error_since: since, maintenance }) => since !== null && maintenance === null)
    .map(({ error_since: since }) => now - Date.parse(since ?? ''))
    .filter((ms) => ms < waitMs);
  if (forMs.length === 0) return null;
  const longest = Math.max(0, ...forMs);
  return (
    <p>
      <b>{counted(forMs.length, ['dispositivo in errore', 'dispositivi in errore'])}</b> da{' '}
      {shortDuration(longest)}: allarme fra {shortDuration(waitMs - longest)}.
    </p>
  );
}
