import { ApiError } from '@semaforo/client/failures';
import type { SignalColour } from '@semaforo/contract/domain/signal-colour';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callRoute } from '../api/call.ts';
import { serverSentence } from '../api/failures.ts';
import { logFailure } from '../platform/log.ts';
import { type CommandToSend, sendAndShow } from './send-and-show.ts';

/** The longest lock, accepted or not: an operator must always be able to send a second colour. */
const MAX_LOCKED_MS = 1_000;
/** The server's answer when no device is left to restore: newer commands have reached them all. */
const NOTHING_TO_RESTORE = 'nothing-to-repeat';
const NO_ANSWER = 'Il server non ha risposto: il comando potrebbe non essere partito';

/** How commands are sent from a screen. */
export type CommandSending = {
  /** True from a click until its command is accepted: the buttons do nothing. */
  locked: boolean;
  /** Why the last command was not sent, as a sentence; null when it was. */
  failure: string | null;
  dismissFailure: () => void;
  /** The last command of which the server said that no device is left to restore. */
  unrestorable: number | undefined;
  sendColour: (colour: SignalColour) => void;
  /** Sends a command again to the devices that did not confirm it. 'Ripristina' then goes back before `undoes`. */
  retry: (commandId: number, undoes: CommandToSend['undoneWith']) => void;
  restore: (commandId: number) => void;
};

/** Sends colours, retries and restores. */
export function useSendCommand(): CommandSending {
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
    sendColour: (colour) =>
      send({
        call: (idempotencyKey) =>
          callRoute('sendCommand', {
            query: { type: 'semaforo' },
            body: { command: colour },
            idempotencyKey,
          }),
        undoneWith: null,
        undoable: true,
      }),
    retry: (commandId, undoes) =>
      send({
        call: (idempotencyKey) => callRoute('retryCommand', { params: { commandId }, idempotencyKey }),
        undoneWith: undoes,
        undoable: true,
      }),
    restore: (commandId) =>
      send(
        {
          call: (idempotencyKey) => callRoute('restoreCommand', { params: { commandId }, idempotencyKey }),
          undoneWith: null,
          undoable: false,
        },
        (error) => {
          if (error instanceof ApiError && error.code === NOTHING_TO_RESTORE) setUnrestorable(commandId);
        },
      ),
  };
}
