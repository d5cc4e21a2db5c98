import { routes } from '@semaforo/contract/api/routes';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** The schedules of the user, active and ended; a live event has them read again. */
export function useSchedules() {
  return useQuery({
    queryKey: queryKeys.schedules,
    queryFn: ({ signal }) => callRoute(routes.listSchedules, { signal }),
  });
}
