import { ApiError } from '@semaforo/client/failures';
import { createIdempotencyKey } from '@semaforo/client/request';
import { CLICK_DEADLINE_MS } from '@semaforo/contract/domain/command-rules';
import { onCommandAccepted } from '../api/accepted-commands.ts';
import { serverNow } from '../platform/server-clock.ts';

/** What goes with the call of a press: its key, its instant by the server's clock, and the signal that gives it up. */
type CommandRequestOptions = { idempotencyKey: string; issuedAt: string; signal: AbortSignal };

/** The server did not answer within the time for which a press counts: it will not be executed any more. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

const TOO_OLD = 'command-too-old';

/** True when the server refused a press because it came too late. */
export function isTooOld(error: unknown): boolean {
  return error instanceof ApiError && error.code === TOO_OLD;
}

/**
 * Calls the server for a press of a person, which counts for CLICK_DEADLINE_MS only (docs/rules.md#age-of-a-click).
 * Rejects with NoAnswerInTime when the server has not accepted it by then. Once it is accepted, which the socket tells
 * before the answer and may tell even after the call has failed, `onAccepted` hears the command's id and the call may
 * take its time. `replacement` gives the call up for a newer press.
 */
export async function commandRequestCall<Answer>(
  call: (options: CommandRequestOptions) => Promise<Answer>,
  options: { onAccepted?: (commandId: number) => void; replacement?: AbortSignal } = {},
): Promise<Answer> {
  const idempotencyKey = createIdempotencyKey();
  const giveUp = new AbortController();
  const outOfTime = setTimeout(() => giveUp.abort(new NoAnswerInTime()), CLICK_DEADLINE_MS);
  const stopListening = onCommandAccepted(idempotencyKey, (commandId) => {
    clearTimeout(outOfTime);
    options.onAccepted?.(commandId);
  });
  const giveUpForNewer = () => giveUp.abort(options.replacement?.reason);
  options.replacement?.addEventListener('abort', giveUpForNewer);
  try {
    const issuedAt = new Date(serverNow()).toISOString();
    const answer = await call({ idempotencyKey, issuedAt, signal: giveUp.signal });
    stopListening();
    return answer;
  } catch (error) {
    // The server may have accepted it all the same, and its word be on the way.
    setTimeout(stopListening, CLICK_DEADLINE_MS);
    giveUp.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(outOfTime);
    options.replacement?.removeEventListener('abort', giveUpForNewer);
  }
}
