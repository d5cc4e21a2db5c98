import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** All devices as an admin sees them, with their owners, in the server's order. */
export const managedDeviceListQuery = queryOptions({
  queryKey: queryKeys.managedDevices,
  queryFn: ({ signal }) => callRoute('listManagedDevices', { signal }),
});
