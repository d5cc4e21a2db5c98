import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { managedDevicesQuery } from '../management/managed-devices.queries.ts';
import { createWithLiveState } from './rows-by-owner.ts';

/** How often the metrics are read again; live events carry states only. */
const METRICS_REFRESH_MS = 30_000;

/**
 * All devices with metrics and live state, sorted by name; undefined until they are read. `failedAt` is when the last
 * reading failed (epoch ms), otherwise null.
 */
export function useDeviceMetrics() {
  const list = useQuery({ ...managedDevicesQuery, refetchInterval: METRICS_REFRESH_MS });
  const statuses = useDeferredValue(useQuery(deviceStatusesQuery).data);
  const [withLiveState] = useState(createWithLiveState);
  const devices = useMemo(
    () => list.data?.map((device) => withLiveState(device, statuses && findDevice(statuses, device.topic))),
    [list.data, statuses, withLiveState],
  );
  return { devices, failedAt: list.isError ? list.errorUpdatedAt : null };
}
