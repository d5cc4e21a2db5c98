import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { managedDeviceQuery } from '../../api/managed-device.ts';
import { withLiveState } from '../metrics/rows-by-owner.ts';

/** A device with metrics, live state and credentials, as an admin sees it; `device` is undefined until it is read. */
export function useDevice(id: number) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(managedDeviceQuery(id));
  const statuses = useQuery(deviceStatusesQuery).data;
  const device = useMemo(
    () =>
      data && {
        ...withLiveState(data, statuses && findDevice(statuses, data.topic)),
        credentials: data.credentials,
      },
    [data, statuses],
  );
  return { device, isPending, failure: isLoadingError ? error : null, retry: () => void refetch() };
}
