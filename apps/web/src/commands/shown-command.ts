import type { CommandResult } from '@semaforo/contract/api/commands';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

/** The command whose progress the dashboard shows, until closed or replaced by the next. */
export type ShownCommand = {
  commandId: number;
  /** The command to go back before, when not this one: a retry is undone together with what it repeats. */
  undoneWith: { commandId: number; createdAt: string } | null;
  /** False for a restore, which is not itself undone. */
  undoable: boolean;
  /** What the call answered; null until it has. */
  results: CommandResult['results'] | null;
};

/** Kept in the cache so that it outlives the page and ends with the session. */
const shownCommandQuery = queryOptions({
  queryKey: queryKeys.shownCommand,
  queryFn: skipToken,
  initialData: (): ShownCommand | null => null,
});

/** Shows the progress of a command in place of another's; null shows none. */
export function showCommand(queryClient: QueryClient, command: ShownCommand | null): void {
  queryClient.setQueryData(shownCommandQuery.queryKey, command);
}

/** The command whose progress is shown now, or null. */
export function findShownCommand(queryClient: QueryClient): ShownCommand | null {
  return queryClient.getQueryData(shownCommandQuery.queryKey) ?? null;
}

/** The command whose progress is shown, or null, and the way to close it. */
export function useShownCommand(): { shown: ShownCommand | null; close: () => void } {
  const queryClient = useQueryClient();
  return { shown: useQuery(shownCommandQuery).data ?? null, close: () => showCommand(queryClient, null) };
}
