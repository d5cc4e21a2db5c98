import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { routes } from '@semaforo/contract/api/routes';
import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** Every device the user may see, of both types, by key (its topic), in the server's order. Replaced whole at each change, never changed in place. */
export type DeviceStatuses = ReadonlyMap<string, DeviceStatusRecord>;

/** The one cache entry of device states: pages read it, live events write it. */
export const deviceStatusesQuery = queryOptions({
  queryKey: queryKeys.deviceStatuses,
  queryFn: async ({ signal }): Promise<DeviceStatuses> => {
    const records = await callRoute(routes.listDeviceStatuses, { signal });
    return new Map(records.map((record) => [record.topic, record]));
  },
  structuralSharing: false,
});
