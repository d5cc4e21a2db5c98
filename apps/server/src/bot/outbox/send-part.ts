import type { Clock } from '../../platform/clock.ts';
import { type Telegram, TelegramFailure } from '../telegram/telegram.port.ts';
import type { DeliveryFailures } from './delivery-failures.ts';
import { messageParts } from './message-parts.ts';
import type { OutboxRepository, QueuedNotice } from './outbox.repository.ts';
import type { PartClaimsRepository } from './part-claims.repository.ts';

/** Sends the next part of a notice, at most once: it is claimed before, and nothing is sent without the claim. */
export function createSendPart(options: {
  queue: Pick<OutboxRepository, 'finish'>;
  claims: Pick<PartClaimsRepository, 'claim' | 'advance'>;
  telegram: Pick<Telegram, 'sendMessage'>;
  failures: DeliveryFailures;
  clock: Clock;
  signal: AbortSignal;
}): (notice: QueuedNotice) => Promise<void> {
  const { queue, claims, telegram, clock } = options;
  return async (notice) => {
    const end = (outcome: 'sent' | 'unlinked') => queue.finish(notice.id, { outcome, at: clock.now() });
    const claim = await claims.claim(notice, clock.now());
    if (claim === 'unlinked') await end('unlinked');
    if (claim !== 'claimed') return;
    const parts = messageParts(notice.text);
    const text = parts[notice.partsSent];
    if (text === undefined) return end('sent');
    const result = await telegram.sendMessage({ chatId: notice.chatId, text }, options.signal);
    if (result instanceof TelegramFailure) return options.failures.handle(notice, result);
    return notice.partsSent + 1 < parts.length ? claims.advance(notice.id) : end('sent');
  };
}
