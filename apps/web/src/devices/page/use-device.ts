import type { DevicePageRecord } from '@semaforo/contract/api/device-past';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';
import { type MeasuredDevice, withLiveState } from '../metrics/rows-by-owner.ts';
import { devicePageQuery } from './device-page.queries.ts';

/** A device with its live state, measures and notes; `page` is undefined until it is read. */
export function useDevice(id: number) {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(devicePageQuery(id));
  const statuses = useQuery(deviceStatusesQuery).data;
  const page = useMemo(() => {
    const live = data && statuses && findDevice(statuses, data.device.topic);
    return data && live ? { ...data, device: live } : data;
  }, [data, statuses]);
  return { page, isPending, failure: isLoadingError ? error : null, retry: () => void refetch() };
}

/** The device in the words of the lists of admins, as it is by its live state. */
export function measuredOf({ device, username, profile, ...measures }: DevicePageRecord): MeasuredDevice {
  const { temp, vcc, uptime, metrics_updated_at } = measures;
  const { id, topic, latitude, longitude, status, error, error_reason } = device;
  const known = { id, topic, latitude, longitude, status, error, error_reason, temp, vcc, uptime };
  return withLiveState(
    {
      ...known,
      name: device.device_name,
      type: device.device_type,
      profile,
      userId: null,
      username,
      status_updated_at: device.updated_at,
      metrics_updated_at,
    },
    device,
  );
}
