import type { DeviceHours } from '@semaforo/contract/api/device-past';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { describeHour, describeHours } from './describe-hours.ts';
import styles from './hour-bar.module.css';

/** A change of now is in the light itself. */
const REFRESH_MS = 300_000;

/**
 * The last 24 hours of a signal: the graver what it showed, the higher; hatched where it may have been silent, red at
 * its foot where it was in error. Empty until they are read, and of a signal of which they are not told.
 */
export function HourBar({ deviceId }: { deviceId: number }) {
  const { data } = useQuery({
    queryKey: queryKeys.deviceHours,
    queryFn: ({ signal }) => callRoute('getDeviceHours', { signal }),
    select: (answer: DeviceHours) => {
      const own = answer.devices.find(({ id }) => id === deviceId);
      return own && { from: Date.parse(answer.from), hours: own.hours };
    },
    refetchInterval: REFRESH_MS,
  });
  // Nothing moves when it comes.
  if (!data) return <span className={styles.bar} />;
  return (
    <span className={styles.bar} role="img" aria-label={describeHours(data.hours)}>
      {data.hours.map((hour, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of an hour is what it is
          key={index}
          title={describeHour(hour, data.from, index)}
          data-shown={hour.shown ?? 'unknown'}
          data-spoke={hour.spoke}
          data-error={hour.error || undefined}
        />
      ))}
    </span>
  );
}
