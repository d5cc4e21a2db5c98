import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** All settings of the user. */
export const mySettingsQuery = queryOptions({
  queryKey: queryKeys.mySettings,
  queryFn: async ({ signal }) => (await callRoute('listMySettings', { signal })).settings,
});
