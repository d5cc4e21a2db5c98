import type { DeviceType } from '@semaforo/contract/domain/channels';
import { useMemo, useState } from 'react';
import { createDeviceOrder } from './device-order.ts';
import { useDeviceStatuses } from './use-device-statuses.ts';

/** The devices of one type by name, undefined until read; `failed` when they could not be read at all, and `readAgain` to try once more. */
export function useDevicesOfType(type: DeviceType) {
  const { data, isError, refetch } = useDeviceStatuses();
  const [orderDevices] = useState(() => createDeviceOrder(type));
  const devices = useMemo(() => data && orderDevices(data), [data, orderDevices]);
  return { devices, failed: isError && data === undefined, readAgain: () => void refetch() };
}
