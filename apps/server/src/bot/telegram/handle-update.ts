import type { Enqueue } from '../../notifications/notification.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AnswerMessage } from './answer-message.ts';
import type { BotUpdate } from './bot-update.ts';
import type { HandledUpdates } from './handled-updates.repository.ts';
import type { LinkedChatsRepository } from './linked-chats.repository.ts';
import type { BotIdentity } from './telegram.port.ts';

/** A later reply is of no use to the person who asked. */
const REPLY_EXPIRES_AFTER_MS = 5 * 60_000;

/**
 * Handles an update once, however often Telegram sends it. Rejects only when nothing was done yet, so that the
 * update may be handled again; later failures are logged.
 */
export type HandleUpdate = (update: BotUpdate, bot: BotIdentity) => Promise<void>;

export function createHandleUpdate(options: {
  updates: HandledUpdates;
  chats: Pick<LinkedChatsRepository, 'unlinkChat' | 'moveChat'>;
  answerMessage: AnswerMessage;
  outbox: {
    /** Stores a reply, which is sent later. */
    enqueue: Enqueue;
    /** Messages that wait to be sent follow a chat to its new id. */
    moveRecipient: (channel: 'telegram', from: string, to: string) => Promise<void>;
  };
  clock: Clock;
  logger: Logger;
}): HandleUpdate {
  const { chats, outbox, clock, logger } = options;

  const handle = async (update: BotUpdate, bot: BotIdentity): Promise<void> => {
    if (update.kind === 'message') {
      const { chat } = update;
      const answer = await options.answerMessage(chat, update.text, bot);
      if (!answer) return;
      const key = `reply:${bot.id}:${update.id}`;
      const expiresAt = clock.now() + REPLY_EXPIRES_AFTER_MS;
      const { text, userId } = answer;
      const audience = { to: 'telegram', chatId: chat.id, userId } as const;
      await outbox.enqueue({ audience, key, kind: 'reply', facts: { text }, expiresAt });
    } else if (update.kind === 'bot-removed') {
      await chats.unlinkChat(update.chat.id, {
        at: clock.now(),
        reason: 'the bot was removed from the chat',
      });
    } else if (update.kind === 'chat-moved') {
      await chats.moveChat(update.chat.id, update.movedTo);
      await outbox.moveRecipient('telegram', update.chat.id, update.movedTo);
    }
  };

  return async (update, bot) => {
    const isNew = await options.updates.claim({ botId: bot.id, updateId: update.id, at: clock.now() });
    if (!isNew) return;
    try {
      await handle(update, bot);
    } catch (error) {
      logger.error({ err: error, update: update.id }, 'telegram update failed');
    }
  };
}
