import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useQuery } from '@tanstack/react-query';
import { deviceStatusesQuery, findDevice } from '../../api/device-snapshot.ts';

/** The live record of the device with that topic; undefined until it is read, and of no device. */
export function useDeviceRecord(topic: string): DeviceStatusRecord | undefined {
  const statuses = useQuery(deviceStatusesQuery).data;
  return statuses && findDevice(statuses, topic);
}
