import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';

/** What a person pressed: a color for all, 'Riprova i falliti' or 'Ripristina'. */
export type CommandRequestKind = 'color' | 'retry' | 'restore';

/** How a press ended without a command. `tooOld`, `noAnswer`: its time is over; `refused`: with this sentence. */
export type CommandRequestError =
  | { kind: 'tooOld' }
  | { kind: 'noAnswer' }
  | { kind: 'refused'; sentence: string };

/** The last press on this page, until the command that it became is shown, or its failure is closed. */
export type CommandRequest = {
  kind: CommandRequestKind;
  /** Null when each device gets a status of its own. */
  value: DeviceStatus | null;
  /** How many devices it is meant for; null when that is not known. */
  reached: number | null;
  /** The devices that it is meant for; null when that is not known. */
  deviceIds: ReadonlySet<number> | null;
  /** By the server's clock (epoch ms). */
  pressedAt: number;
  /** By the clock that only goes forward (`performance.now`). */
  startedAt: number;
  /** The last command known at the press: a newer one is shown beside it. */
  after: number;
  /** The command that the server made of it; null until it has. */
  commandId: number | null;
  failure: CommandRequestError | null;
};

/** In the cache, to outlive the page that was left and to end with the session. */
const commandRequestQuery = queryOptions({
  queryKey: queryKeys.press,
  queryFn: skipToken,
  initialData: null as CommandRequest | null,
  structuralSharing: false,
});

/** Shows a press instead of the one before; null shows none. */
export function showCommandRequest(queryClient: QueryClient, request: CommandRequest | null): void {
  queryClient.setQueryData(commandRequestQuery.queryKey, request);
}

/** The press that is shown, or null. */
export function findCommandRequest(queryClient: QueryClient): CommandRequest | null {
  return queryClient.getQueryData(commandRequestQuery.queryKey) ?? null;
}

/** Changes a press, unless a newer one has taken its place; undefined removes it. */
export function changeCommandRequest(
  queryClient: QueryClient,
  request: CommandRequest,
  change: Partial<CommandRequest> | undefined,
): void {
  const shown = findCommandRequest(queryClient);
  if (shown?.startedAt !== request.startedAt) return;
  showCommandRequest(queryClient, change === undefined ? null : { ...shown, ...change });
}

/** The press that is shown, or null, and the way to close it. */
export function useCommandRequest(): { press: CommandRequest | null; close: () => void } {
  const queryClient = useQueryClient();
  return {
    press: useQuery(commandRequestQuery).data ?? null,
    close: () => showCommandRequest(queryClient, null),
  };
}
