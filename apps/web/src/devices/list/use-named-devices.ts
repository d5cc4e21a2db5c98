import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { deviceStatusesQuery, listDevices } from '../../api/device-snapshot.ts';
import { useRoster } from './roster.ts';
import type { Owners } from './use-owners.ts';

/** All devices that the user sees, of both types, by name; `ownerId` is null when it is not known. */
export function useNamedDevices(
  owners: Owners,
): { id: number; label: string; topic: string; type: LampDeviceType; ownerId: number | null }[] {
  const statuses = useQuery(deviceStatusesQuery).data;
  const devices = useRoster(useMemo(() => (statuses ? listDevices(statuses) : []), [statuses]));
  return useMemo(
    () =>
      devices
        .map((device) => ({
          id: device.id,
          label: labelOf(device),
          topic: device.topic,
          type: device.device_type,
          ownerId: owners?.get(device.id)?.id ?? null,
        }))
        .sort((one, other) => byItalianOrder(one.label, other.label)),
    [devices, owners],
  );
}
