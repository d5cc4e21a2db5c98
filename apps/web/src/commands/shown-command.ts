import type { CommandResult } from '@semaforo/contract/api/commands';
import { RESTORE_WITHIN_MS } from '@semaforo/contract/domain/command-rules';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { parseStored } from '../platform/parse-stored.ts';

/** The command whose progress the dashboard shows, until it is closed or replaced by the next one. */
export type ShownCommand = {
  commandId: number;
  /**
   * The command to go back before, when it is not this one: a retry is undone together with the command that it
   * repeats.
   */
  undoneWith: { commandId: number; createdAt: string } | null;
  /** False for a restore, which is not itself undone. */
  undoable: boolean;
  /** What the call answered; null until it has. */
  results: CommandResult['results'] | null;
};

type KeptCommand = Omit<ShownCommand, 'results'> & { shownAt: number };

const STORAGE_KEY = 'shownCommand';

/** It is kept in the cache, to outlive the page and end with the session, and in the tab, to outlive a reload. */
const shownCommandQuery = queryOptions({
  queryKey: queryKeys.shownCommand,
  queryFn: skipToken,
  initialData: recall,
});

/** Shows the progress of a command instead of another's; null shows none. */
export function showCommand(queryClient: QueryClient, command: ShownCommand | null): void {
  queryClient.setQueryData(shownCommandQuery.queryKey, command);
  if (command === null) {
    sessionStorage.removeItem(STORAGE_KEY);
    return;
  }
  const { commandId, undoneWith, undoable } = command;
  const kept: KeptCommand = { commandId, undoneWith, undoable, shownAt: Date.now() };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
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

/**
 * The command that was shown before the tab was reloaded, while it can still be undone: later it would look new. The
 * server says how far it is.
 */
function recall(): ShownCommand | null {
  const stored = parseStored(sessionStorage.getItem(STORAGE_KEY)) as Partial<KeptCommand> | null;
  const { commandId, undoneWith = null, undoable = false, shownAt = 0 } = stored ?? {};
  const ageMs = Date.now() - shownAt;
  if (commandId === undefined || ageMs < 0 || ageMs >= RESTORE_WITHIN_MS) return null;
  return { commandId, undoneWith, undoable, results: null };
}
