import { queryOptions } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** Where devices find the broker in use. */
export const deviceConnectionQuery = queryOptions({
  queryKey: queryKeys.deviceConnection,
  queryFn: ({ signal }) => callRoute('getDeviceConnection', { signal }),
});
