import type { CommandResult } from '@semaforo/contract/api/commands';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { type FollowedCommands, followedCommandsQuery } from '../api/followed-commands.ts';
import { queryKeys } from '../api/query-keys.ts';
import { readAccessToken } from '../api/session.ts';
import { findShownCommand, type ShownCommand, showCommand } from './shown-command.ts';

/** A command to send: how, and what it asks for (null for a restore, which asks each device for its own). */
export type CommandToSend = {
  call: () => Promise<CommandResult>;
  value: DeviceStatus | null;
} & Pick<ShownCommand, 'undoneWith' | 'undoable'>;

/**
 * Sends a command and shows it as soon as it is heard of: the socket tells that it was accepted long before the call answers with the
 * confirmations. `onAccepted` is called then, unless the session has ended meanwhile. Throws what the call throws.
 */
export async function sendAndShow(
  queryClient: QueryClient,
  { call, value, undoneWith, undoable }: CommandToSend,
  onAccepted: () => void,
): Promise<void> {
  const session = readAccessToken();
  let heardOf = 0;
  const show = (commandId: number, results: ShownCommand['results']) => {
    // Whoever is next in this browser is shown nothing of who was there before.
    if (readAccessToken() !== session) return;
    const current = findShownCommand(queryClient)?.commandId ?? 0;
    // A newer command took its place, or it was closed: a late answer does not bring it back.
    const outdated = heardOf === commandId ? current !== commandId : current > commandId;
    heardOf = commandId;
    if (!outdated) showCommand(queryClient, { commandId, undoneWith, undoable, results });
    onAccepted();
  };
  const stop = onNextCommand(queryClient, value, (commandId) => show(commandId, null));
  try {
    const { commandId, results } = await call();
    show(commandId, results);
    // Without the socket no progress came: what the command led to is read.
    await queryClient.invalidateQueries({ queryKey: queryKeys.command(commandId) });
  } finally {
    stop();
  }
}

/** Calls back, once, with the first command for that value that is newer than all heard of so far. */
function onNextCommand(
  queryClient: QueryClient,
  value: DeviceStatus | null,
  callBack: (commandId: number) => void,
): () => void {
  const { queryKey } = followedCommandsQuery;
  const queryHash = hashKey(queryKey);
  const followed = (): FollowedCommands => queryClient.getQueryData(queryKey) ?? new Map();
  const newest = Math.max(0, ...followed().keys());
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== queryHash) return;
    const next = [...followed().values()].find(
      (command) => command.commandId > newest && command.value === value,
    );
    if (next === undefined) return;
    stop();
    callBack(next.commandId);
  });
  return stop;
}
