import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { deviceStatusesQuery } from '../../api/device-snapshot.ts';
import { createDeviceOrder } from './device-order.ts';

/**
 * The devices of one type by name; undefined until they are read. `failed` when the reading failed; `readAgain` repeats
 * it.
 */
export function useDevicesOfType(type: LampDeviceType) {
  const { data, isError, refetch } = useQuery(deviceStatusesQuery);
  const [orderDevices] = useState(() => createDeviceOrder(type));
  const devices = useMemo(() => data && orderDevices(data), [data, orderDevices]);
  return { devices, failed: isError && data === undefined, readAgain: () => void refetch() };
}
