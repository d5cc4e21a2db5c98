import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { followedCommandsQuery } from '../api/followed-commands.ts';
import { queryKeys } from '../api/query-keys.ts';
import { type CommandShares, furthest, sharesOfDeliveries, sharesOfResults } from './command-shares.ts';
import type { ShownCommand } from './shown-command.ts';

/** How far a command is. `value` null: each device was told its own. `createdAt` null until known. */
export type CommandProgressView = {
  commandId: number;
  value: DeviceStatus | null;
  createdAt: string | null;
  shares: CommandShares;
  /** True once the call has answered or nothing is waited for any more. */
  settled: boolean;
};

/** The progress of the shown command: live events, over what the server says when asked, once now and again after each reconnection. */
export function useCommandProgress(shown: ShownCommand | null): CommandProgressView | null {
  const commandId = shown?.commandId ?? 0;
  const live = useQuery(followedCommandsQuery).data?.get(commandId);
  const read = useQuery({
    queryKey: queryKeys.command(commandId),
    queryFn: ({ signal }) => callRoute('getCommand', { params: { commandId }, signal }),
    enabled: shown !== null,
  }).data;

  if (shown === null) return null;
  const told = live ?? read;
  const deliveries = furthest(read?.deliveries ?? [], live?.deliveries.values() ?? []);
  if (told === undefined && shown.results === null) return null;
  const shares =
    told === undefined
      ? sharesOfResults(shown.results ?? [])
      : sharesOfDeliveries(deliveries.values(), live?.total ?? deliveries.size);
  return {
    commandId,
    value: told?.value ?? null,
    createdAt: live?.createdAt ?? read?.created_at ?? null,
    shares,
    settled: shown.results !== null || shares.waiting.length === 0,
  };
}
