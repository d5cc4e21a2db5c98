import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WholeCommand } from '../api/last-command.ts';
import { queryKeys } from '../api/query-keys.ts';
import { parseStored } from '../platform/parse-stored.ts';

/** The command whose strip was closed, and how many of its devices had failed by then. */
type ClosedCommand = { newestId: number; failed: number };

const STORAGE_KEY = 'closedCommand';

/** It is kept in the cache, to end with the session, and in the tab, to outlive a reload. */
const closedCommandQuery = queryOptions({
  queryKey: queryKeys.closedCommand,
  queryFn: skipToken,
  initialData: recall,
});

/** Which strip was closed: one that has failed since, or was repeated, is shown again. */
export function useClosedCommand() {
  const queryClient = useQueryClient();
  const closed = useQuery(closedCommandQuery).data ?? null;
  return {
    isClosed: ({ newestId }: WholeCommand, failed: number) =>
      closed !== null && newestId <= closed.newestId && failed <= closed.failed,
    close: ({ newestId }: WholeCommand, failed: number) => {
      const now: ClosedCommand = { newestId, failed };
      queryClient.setQueryData(closedCommandQuery.queryKey, now);
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(now));
    },
  };
}

function recall(): ClosedCommand | null {
  const stored = parseStored(sessionStorage.getItem(STORAGE_KEY)) as Partial<ClosedCommand> | null;
  const { newestId, failed = 0 } = stored ?? {};
  return newestId === undefined ? null : { newestId, failed };
}
