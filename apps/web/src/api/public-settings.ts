import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** What the server says of the installation to anyone: the map's tiles, the links of the foot. It does not change while the server runs. */
export const publicSettingsQuery = queryOptions({
  queryKey: queryKeys.publicSettings,
  queryFn: ({ signal }) => callRoute('getPublicSettings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
