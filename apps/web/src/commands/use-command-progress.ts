import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../api/call.ts';
import { followedCommandsQuery } from '../api/followed-commands.ts';
import { queryKeys } from '../api/query-keys.ts';
import {
  type CommandShares,
  mergeDeliveries,
  sharesOfDeliveries,
  sharesOfResults,
} from './command-shares.ts';
import type { ShownCommand } from './shown-command.ts';

/** The progress of a command. `value` is null when each device got its own. `createdAt` is null until it is known. */
export type CommandProgressView = {
  commandId: number;
  value: DeviceStatus | null;
  createdAt: string | null;
  shares: CommandShares;
  /** True when the call has answered, or no device is waiting. */
  settled: boolean;
};

/**
 * The progress of the shown command: the live events, merged with what the server answers now and after each
 * reconnection.
 */
export function useCommandProgress(shown: ShownCommand | null): CommandProgressView | null {
  const commandId = shown?.commandId ?? 0;
  const live = useQuery(followedCommandsQuery).data?.get(commandId);
  const read = useQuery({
    queryKey: queryKeys.command(commandId),
    queryFn: ({ signal }) => callRoute('getCommand', { params: { commandId }, signal }),
    enabled: shown !== null,
  }).data;

  if (shown === null) return null;
  const known = live ?? read;
  const deliveries = mergeDeliveries(read?.deliveries ?? [], live?.deliveries.values() ?? []);
  if (known === undefined && shown.results === null) return null;
  const shares =
    known === undefined
      ? sharesOfResults(shown.results ?? [])
      : sharesOfDeliveries(deliveries.values(), live?.total ?? deliveries.size);
  return {
    commandId,
    value: known?.value ?? null,
    createdAt: live?.createdAt ?? read?.created_at ?? null,
    shares,
    settled: shown.results !== null || shares.waiting.length === 0,
  };
}
