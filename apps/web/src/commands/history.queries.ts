import type { HistoryRecord } from '@semaforo/contract/api/commands';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import { labelOf } from '@semaforo/contract/domain/label';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

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

/** The records in their order, and the devices of one command, which are all of one instant, by name. */
function byNameWithinCommands(records: readonly HistoryRecord[]): HistoryRecord[] {
  const commands: HistoryRecord[][] = [];
  for (const record of records) {
    const last = commands.at(-1);
    if (last?.[0] && isOfOneCommand(last[0], record)) last.push(record);
    else commands.push([record]);
  }
  return commands.flatMap((command) => command.sort((a, b) => byItalianOrder(labelOf(a), labelOf(b))));
}

function isOfOneCommand(a: HistoryRecord, b: HistoryRecord): boolean {
  return a.created_at === b.created_at && a.color === b.color && a.origin === b.origin;
}
