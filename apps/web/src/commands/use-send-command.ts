import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callRoute } from '../api/call.ts';
import { ApiError, serverSentence } from '../api/failures.ts';
import { logFailure } from '../platform/log.ts';
import { type CommandToSend, sendAndShow } from './send-and-show.ts';

/** Buttons are never locked longer, accepted or not: a second colour must always be at hand. */
const MAX_LOCKED_MS = 1_000;
/** What the server answers when no device is left to restore: newer commands have reached them all. */
const NOTHING_TO_RESTORE = 'nothing-to-repeat';
const NO_ANSWER = 'Il server non ha risposto: il comando potrebbe non essere partito';

/** A command that has been shown, as far as repeating it needs. */
export type RepeatableCommand = { commandId: number; value: DeviceStatus | null };

/** Sends colours, retries and restores. `locked` from a press until the command is accepted; `failure` is the sentence for the last one not sent; `unrestorable` the command of which the server said last that nothing is left to restore. */
export function useSendCommand() {
  const queryClient = useQueryClient();
  const [locked, setLocked] = useState(false);
  const [unrestorable, setUnrestorable] = useState<number>();
  const unlocking = useRef<ReturnType<typeof setTimeout>>(undefined);

  const sending = useMutation({
    mutationFn: (command: CommandToSend) => sendAndShow(queryClient, command, unlock),
    onError: (error) => logFailure('Comando non inviato', error),
    onSettled: unlock,
  });

  function unlock() {
    clearTimeout(unlocking.current);
    setLocked(false);
  }

  function send(command: CommandToSend, onError?: (error: Error) => void) {
    if (locked) return;
    setLocked(true);
    unlocking.current = setTimeout(() => setLocked(false), MAX_LOCKED_MS);
    sending.mutate(command, onError && { onError });
  }

  return {
    locked,
    failure: sending.error && serverSentence(sending.error, NO_ANSWER),
    dismissFailure: sending.reset,
    unrestorable,
    sendColour: (colour: SignalColour) =>
      send({
        call: () => callRoute('sendCommand', { query: { type: 'semaforo' }, body: { command: colour } }),
        value: colour,
        undoneWith: null,
        undoable: true,
      }),
    /** `undoes`: the command that 'Ripristina' shall then go back before. */
    retry: ({ commandId, value }: RepeatableCommand, undoes: CommandToSend['undoneWith']) =>
      send({
        call: () => callRoute('retryCommand', { params: { commandId } }),
        value,
        undoneWith: undoes,
        undoable: true,
      }),
    restore: (commandId: number) =>
      send(
        {
          call: () => callRoute('restoreCommand', { params: { commandId } }),
          value: null,
          undoneWith: null,
          undoable: false,
        },
        (error) => {
          if (error instanceof ApiError && error.code === NOTHING_TO_RESTORE) setUnrestorable(commandId);
        },
      ),
  };
}
