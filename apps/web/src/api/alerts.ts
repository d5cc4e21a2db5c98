import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './call.ts';
import { queryKeys } from './query-keys.ts';

/** The end of an alert that a machine raised comes without an event. */
const REFRESH_MS = 30_000;

/** The alerts that wait or are in course, then the last ended ones. */
export const alertsQuery = queryOptions({
  queryKey: queryKeys.alerts,
  queryFn: ({ signal }) => callRoute('listAlerts', { signal }),
  refetchInterval: REFRESH_MS,
});
