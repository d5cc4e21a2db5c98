import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { PushAnswer } from './push.port.ts';
import type { PushMessages } from './push-messages.repository.ts';
import { failureOf, type SendToBrowser } from './send-to-browser.ts';

const TRIES = 6;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60 * 60_000;
const GONE = [404, 410];
const TOO_MANY = 429;

type Due = Awaited<ReturnType<PushMessages['listDue']>>[number];

/**
 * Sends what waits, the oldest first. What a push service does not take now is tried again, later each time, until it
 * is of no use any more; a browser that is gone is forgotten. On one server at a time; after a crash at the wrong
 * moment a message goes twice, and the browser shows it once.
 */
export function createDeliverPushes(options: {
  messages: PushMessages;
  send: SendToBrowser;
  retryMs?: number;
  clock: Clock;
  logger: Logger;
}): () => Promise<void> {
  const { messages, clock, logger, retryMs = FIRST_RETRY_MS } = options;

  const deliver = async (due: Due) => {
    const now = clock.now();
    if (due.expires_at <= now) return end(due, 'di nessuna utilità, ormai', now);
    const answer = await options
      .send(due, due.message, due.expires_at)
      .catch((error: unknown) => messageOf(error));
    if (typeof answer !== 'string' && GONE.includes(answer.status)) return messages.forget(due.device_id);
    const failure = typeof answer === 'string' ? answer : failureOf(answer);
    const attempts = due.attempts + 1;
    if (failure !== null) logger.warn({ failure, attempts }, 'a notification was not taken');
    if (failure === null || attempts >= TRIES || !mayPass(answer))
      return end({ ...due, attempts }, failure, clock.now());
    const asked = typeof answer === 'string' ? null : answer.retryAfterMs;
    const waitMs = Math.min(Math.max(retryMs * 2 ** due.attempts, asked ?? 0), LONGEST_RETRY_MS);
    await messages.update(due.id, { attempts, failure, finished_at: null, not_before: clock.now() + waitMs });
  };
  const end = ({ id, attempts, not_before }: Due, failure: string | null, at: number) =>
    messages.update(id, { attempts, failure, finished_at: at, not_before });

  // Together: a push service that hangs keeps none of the others waiting for long.
  return async () => void (await Promise.all((await messages.listDue(clock.now())).map(deliver)));
}

/** What the service says of the message itself it will say again. */
function mayPass(answer: PushAnswer | string): boolean {
  return typeof answer === 'string' || answer.status === TOO_MANY || answer.status >= 500;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
