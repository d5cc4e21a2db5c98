import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { useMemo } from 'react';
import { useLastCommand } from '../api/use-last-command.ts';
import { devicesAsCommanded } from './devices-as-commanded.ts';

type Devices = readonly DeviceStatusRecord[] | undefined;

/** The devices as the strip of the last command counts them; undefined while they are read. */
export function useDevicesAsCommanded(devices: Devices): Devices {
  const { last } = useLastCommand();
  return useMemo(() => devices && devicesAsCommanded(devices, last), [devices, last]);
}
