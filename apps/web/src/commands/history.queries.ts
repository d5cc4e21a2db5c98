import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';
import { byNameWithinCommands } from './history-order.ts';

const PAGE_SIZE = 200;

/** The command history, newest first, in pages. `fetchNextPage` reads the commands before the oldest known one. */
export function useHistory() {
  return useInfiniteQuery({
    queryKey: queryKeys.history,
    queryFn: ({ pageParam, signal }) =>
      callRoute('listHistory', {
        query: {
          limit: String(PAGE_SIZE),
          ...(pageParam !== undefined && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    select: ({ pages }): HistoryRecord[] => byNameWithinCommands(pages.flat()),
  });
}
