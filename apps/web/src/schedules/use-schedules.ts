import type { Schedule } from '@semaforo/contract/api/schedules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

const ENDED_AT_ONCE = 200;

/** The schedules of the user: all the active ones and the last that ended; `fetchNextPage` reads those that ended before. A live event has them read again. */
export function useSchedules() {
  return useInfiniteQuery({
    queryKey: queryKeys.schedules,
    queryFn: ({ pageParam, signal }) =>
      callRoute('listSchedules', {
        query: {
          limit: String(ENDED_AT_ONCE),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) =>
      page.filter(({ executed }) => executed).length < ENDED_AT_ONCE ? undefined : page.at(-1)?.id,
    select: ({ pages }): Schedule[] => pages.flat(),
  });
}
