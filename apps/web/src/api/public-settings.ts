import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/**
 * The settings of the installation that anyone may read: the map's tiles, the links of the footer. They do not change
 * while the server runs.
 */
export const publicSettingsQuery = queryOptions({
  queryKey: queryKeys.publicSettings,
  queryFn: ({ signal }) => callRoute('getPublicSettings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
