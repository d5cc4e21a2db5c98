import { queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WholeCommand } from '../api/last-command.ts';
import { queryKeys } from '../api/query-keys.ts';
import { parseStored } from '../platform/parse-stored.ts';

/** A command whose strip was closed, and how many of its devices had failed by then. */
type ClosedCommand = { newestId: number; failed: number };

const STORAGE_KEY = 'closedCommand';
/** Far more than have a strip at a time. */
const MOST_REMEMBERED = 20;

/** They are kept in the cache, to end with the session, and in the tab, to outlive a reload. */
const closedCommandsQuery = queryOptions({
  queryKey: queryKeys.closedCommand,
  queryFn: skipToken,
  initialData: recall,
});

/** Which strips were closed: one that has failed since, or was repeated, is shown again. */
export function useClosedCommand() {
  const queryClient = useQueryClient();
  const closed = useQuery(closedCommandsQuery).data ?? [];
  return {
    isClosed: ({ newestId }: WholeCommand, failed: number) =>
      closed.some((command) => command.newestId === newestId && failed <= command.failed),
    close: ({ newestId }: WholeCommand, failed: number) => {
      const now = [{ newestId, failed }, ...closed].slice(0, MOST_REMEMBERED);
      queryClient.setQueryData(closedCommandsQuery.queryKey, now);
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(now));
    },
  };
}

function recall(): ClosedCommand[] {
  const stored = parseStored(sessionStorage.getItem(STORAGE_KEY));
  return Array.isArray(stored) ? stored.filter(isClosedCommand) : [];
}

function isClosedCommand(value: unknown): value is ClosedCommand {
  const { newestId, failed } = (value ?? {}) as Partial<ClosedCommand>;
  return typeof newestId === 'number' && typeof failed === 'number';
}
