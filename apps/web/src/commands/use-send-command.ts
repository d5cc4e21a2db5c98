import { ApiError } from '@semaforo/client/failures';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { TargetSelector } from '@semaforo/contract/domain/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callRoute } from '../api/call.ts';
import type { WholeCommand } from '../api/last-command.ts';
import { useLastCommand } from '../api/use-last-command.ts';
import { logFailure } from '../platform/log.ts';
import { serverNow } from '../platform/server-clock.ts';
import { type CommandToSend, sendCommandRequest } from './send-command-request.ts';

/** The longest lock, accepted or not: an operator must always be able to send a second color. */
const MAX_LOCKED_MS = 1_000;
/** The server's answer when no device is left to restore: newer commands have reached them all. */
const NOTHING_TO_RESTORE = 'nothing-to-repeat';

/** How commands are sent from a screen. */
export type CommandSending = {
  /** True from a click until its command is accepted: the buttons do nothing. */
  locked: boolean;
  /** The last command of which the server said that no device is left to restore. */
  unrestorable: number | undefined;
  /** Sends a color; `whom` is what the request names, `deviceIds` the devices which that is now. */
  sendColor: (color: SignalColor, to: { whom: TargetSelector; deviceIds: ReadonlySet<number> }) => void;
  /** Sends a command again to its devices that did not confirm it. */
  retry: (command: WholeCommand, failed: number) => void;
  /** Sends the devices of a command back to what they showed before it. */
  restore: (command: WholeCommand) => void;
  /** Stops a command, or its newest retry, as far as it has not been sent. */
  stop: (command: WholeCommand) => void;
};

/** Sends colors, retries and restores. */
export function useSendCommand(): CommandSending {
  const { last } = useLastCommand();
  const queryClient = useQueryClient();
  const [locked, setLocked] = useState(false);
  const [unrestorable, setUnrestorable] = useState<number>();
  const unlocking = useRef<ReturnType<typeof setTimeout>>(undefined);

  const sending = useMutation({
    mutationFn: (request: CommandToSend) => sendCommandRequest(queryClient, request, unlock),
    onError: (error) => logFailure('Comando non inviato', error),
    onSettled: unlock,
  });

  const stopping = useMutation({
    mutationFn: (commandId: number) =>
      callRoute('stopCommand', { params: { commandId }, issuedAt: new Date(serverNow()).toISOString() }),
    onError: (error) => logFailure('Invio non fermato', error),
  });

  function unlock() {
    clearTimeout(unlocking.current);
    setLocked(false);
  }

  function send(request: Omit<CommandToSend, 'after'>, onError?: (error: Error) => void) {
    if (locked) return;
    setLocked(true);
    unlocking.current = setTimeout(() => setLocked(false), MAX_LOCKED_MS);
    sending.mutate({ ...request, after: last?.newestId ?? 0 }, onError && { onError });
  }

  return {
    locked,
    stop: ({ newestId }) => stopping.mutate(newestId),
    unrestorable,
    sendColor: (color, { whom, deviceIds }) =>
      send({
        kind: 'color',
        value: color,
        reached: deviceIds.size,
        deviceIds,
        call: (options) =>
          callRoute('sendCommand', {
            query: { type: 'semaforo' },
            body: { command: color, ...whom },
            ...options,
          }),
      }),
    retry: ({ commandId, value }, failed) =>
      send({
        kind: 'retry',
        value,
        reached: failed,
        deviceIds: null,
        call: (options) => callRoute('retryCommand', { params: { commandId }, ...options }),
      }),
    restore: ({ commandId }) =>
      send(
        {
          kind: 'restore',
          value: null,
          reached: null,
          deviceIds: null,
          call: (options) => callRoute('restoreCommand', { params: { commandId }, ...options }),
        },
        (error) => {
          if (error instanceof ApiError && error.code === NOTHING_TO_RESTORE) setUnrestorable(commandId);
        },
      ),
  };
}
