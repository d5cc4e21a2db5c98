import { useQuery } from '@tanstack/react-query';
import { deviceStatusesQuery } from '../../api/device-snapshot.ts';

/** The state of every device the user may see, by key; kept up to date by live events. */
export function useDeviceStatuses() {
  return useQuery(deviceStatusesQuery);
}
