import { ApiError } from '@semaforo/client/failures';
import type { CommandResult } from '@semaforo/contract/api/commands';
import type { QueryClient } from '@tanstack/react-query';
import { serverSentence } from '../api/failures.ts';
import { queryKeys } from '../api/query-keys.ts';
import { readAccessToken } from '../api/session.ts';
import { serverNow } from '../platform/server-clock.ts';
import {
  type CommandRequest,
  type CommandRequestError,
  changeCommandRequest,
  findCommandRequest,
  showCommandRequest,
} from './command-request.ts';
import { commandRequestCall, isTooOld, NoAnswerInTime } from './command-request-call.ts';

/** What is said of a command whose call failed without an answer. */
export const NO_ANSWER = 'Il server non ha risposto: il comando potrebbe non essere partito';

/** A press to send, and the call that sends it. */
export type CommandToSend = Pick<CommandRequest, 'kind' | 'value' | 'reached' | 'deviceIds' | 'after'> & {
  call: (options: Parameters<Parameters<typeof commandRequestCall>[0]>[0]) => Promise<CommandResult>;
};

/** The call of the press before, while the server has not accepted it. */
let unaccepted: AbortController | undefined;

/**
 * Sends a press and shows it at once; as soon as the command that it becomes is known, that is shown instead. A press
 * before it that the server has not accepted is given up, so that it cannot arrive after this one. `onAccepted` is
 * called when the server has accepted it. Throws what the call throws.
 */
export async function sendCommandRequest(
  queryClient: QueryClient,
  { call, ...what }: CommandToSend,
  onAccepted: () => void,
): Promise<void> {
  const session = readAccessToken();
  const request: CommandRequest = {
    ...what,
    pressedAt: serverNow(),
    startedAt: performance.now(),
    commandId: null,
    failure: null,
  };
  // The next user of this browser must not see the press of the one before.
  const change = (changed: Partial<CommandRequest> | undefined) => {
    if (readAccessToken() === session) changeCommandRequest(queryClient, request, changed);
  };
  unaccepted?.abort(new Error('A newer press'));
  const replacement = new AbortController();
  unaccepted = replacement;
  const noteAccepted = () => {
    if (unaccepted === replacement) unaccepted = undefined;
    onAccepted();
  };
  showCommandRequest(queryClient, request);
  let failed = false;
  try {
    const { commandId } = await commandRequestCall(call, {
      replacement: replacement.signal,
      onAccepted: (id) => {
        noteAccepted();
        change({ commandId: id, failure: null });
        if (failed) void readAndClose();
      },
    });
    noteAccepted();
    change({ commandId });
    // Without a socket there was no progress: read what the command led to.
    await readAndClose();
  } catch (error) {
    failed = true;
    if (unaccepted === replacement) unaccepted = undefined;
    if (isAccepted(queryClient, request)) void readAndClose();
    else if (waitsForAnother(error)) {
      // It is no failure: the strip that asks for another person stands in its place, in every browser.
      change(undefined);
      return void queryClient.invalidateQueries({ queryKey: queryKeys.approvals });
    } else change({ failure: failureOf(error) });
    throw error;
  }

  async function readAndClose() {
    if (readAccessToken() !== session) return;
    await queryClient.invalidateQueries({ queryKey: queryKeys.lastCommand });
    change(undefined);
  }
}

function isAccepted(queryClient: QueryClient, { startedAt }: CommandRequest): boolean {
  const shown = findCommandRequest(queryClient);
  return shown?.startedAt === startedAt && shown.commandId !== null;
}

function waitsForAnother(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'second-person-needed';
}

function failureOf(error: unknown): CommandRequestError {
  if (error instanceof NoAnswerInTime) return { kind: 'noAnswer' };
  if (isTooOld(error)) return { kind: 'tooOld' };
  return { kind: 'refused', sentence: serverSentence(error, NO_ANSWER) };
}
