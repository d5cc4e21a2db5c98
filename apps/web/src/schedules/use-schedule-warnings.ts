import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

/** What went otherwise than planned in the last day; read again whenever the schedules are. */
export function useScheduleWarnings() {
  return useQuery({
    queryKey: queryKeys.scheduleWarnings,
    queryFn: ({ signal }) => callRoute('listScheduleWarnings', { signal }),
  });
}
