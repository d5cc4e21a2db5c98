import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { SendMail } from './mail.port.ts';

const AT_ONCE = 20;
const TRIES = 8;
const FIRST_RETRY_MS = 15_000;

/**
 * Sends what waits, the oldest first. What the mail server does not take is tried again, later each time, for half an
 * hour; after a crash at the wrong moment an e-mail comes twice, which is better than never. On one server at a time.
 */
export function createDeliverMails(options: {
  db: Kysely<Database>;
  send: SendMail;
  retryMs?: number;
  clock: Clock;
  logger: Logger;
}): () => Promise<void> {
  const { db, clock, logger, retryMs = FIRST_RETRY_MS } = options;
  return async () => {
    const waiting = await db
      .selectFrom('alarm_mails')
      .selectAll()
      .where('finished_at', 'is', null)
      .where('not_before', '<=', clock.now())
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const mail of waiting) {
      const failure = await options.send(mail).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      const attempts = mail.attempts + 1;
      const isOver = failure === null || attempts >= TRIES;
      if (failure !== null) logger.warn({ failure, attempts }, 'an e-mail was not taken by the mail server');
      await db
        .updateTable('alarm_mails')
        .set({
          ...{ attempts, failure },
          not_before: clock.now() + retryMs * 2 ** mail.attempts,
          finished_at: isOver ? clock.now() : null,
        })
        .where('id', '=', mail.id)
        .execute();
    }
  };
}
