import { createIdempotencyKey } from '@semaforo/client/request';
import type { CommandResult } from '@semaforo/contract/api/commands';
import type { QueryClient } from '@tanstack/react-query';
import { onCommandAccepted } from '../api/accepted-commands.ts';
import { queryKeys } from '../api/query-keys.ts';
import { readAccessToken } from '../api/session.ts';
import { findShownCommand, type ShownCommand, showCommand } from './shown-command.ts';

/** A command to send, and how it can be undone. */
export type CommandToSend = {
  call: (idempotencyKey: string) => Promise<CommandResult>;
} & Pick<ShownCommand, 'undoneWith' | 'undoable'>;

/**
 * Sends a command and shows its progress as soon as it is accepted. The socket announces that long before the call
 * answers with the confirmations; without a socket the answer itself shows it. `onAccepted` is called at that moment,
 * unless the session has ended. Throws what the call throws.
 */
export async function sendAndShow(
  queryClient: QueryClient,
  { call, undoneWith, undoable }: CommandToSend,
  onAccepted: () => void,
): Promise<void> {
  const session = readAccessToken();
  const idempotencyKey = createIdempotencyKey();
  let announcedId: number | undefined;
  const show = (commandId: number, results: ShownCommand['results']) => {
    // The next user of this browser must not see the command of the one before.
    if (readAccessToken() !== session) return;
    const shownId = findShownCommand(queryClient)?.commandId ?? 0;
    // It was closed, or a newer command took its place: a late answer does not bring it back.
    const outdated = announcedId === commandId ? shownId !== commandId : shownId > commandId;
    announcedId = commandId;
    if (!outdated) showCommand(queryClient, { commandId, undoneWith, undoable, results });
    onAccepted();
  };
  const stop = onCommandAccepted(idempotencyKey, (commandId) => show(commandId, null));
  try {
    const { commandId, results } = await call(idempotencyKey);
    show(commandId, results);
    // Without a socket there was no progress: read what the command led to.
    await queryClient.invalidateQueries({ queryKey: queryKeys.command(commandId) });
  } finally {
    stop();
  }
}
