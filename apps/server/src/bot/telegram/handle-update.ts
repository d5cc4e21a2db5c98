import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { createSlidingWindow } from '../../platform/sliding-window.ts';
import { type BotCommand, readBotCommand } from './bot-command.ts';
import { replies } from './bot-replies.ts';
import type { BotUpdate, Chat } from './bot-update.ts';
import type { HandledUpdates } from './handled-updates.repository.ts';
import { hashLinkCode } from './link-code.ts';
import type { LinkCodesRepository } from './link-codes.repository.ts';
import type { LinkedChatsRepository } from './linked-chats.repository.ts';
import type { DescribeSignals } from './signals-text.port.ts';
import type { BotIdentity } from './telegram.port.ts';

const MINUTE_MS = 60_000;
/** A later reply is of no use to the person who asked. */
const REPLY_EXPIRES_AFTER_MS = 5 * MINUTE_MS;
const COMMANDS_PER_MINUTE = 20;
const WRONG_CODES = { most: 5, windowMs: 10 * MINUTE_MS };

/** With `userId`, the reply is sent only while the chat is linked to that user. */
type Answer = { text: string; userId: number | null };

/** A reply to a chat: stored once per key, not sent after `expiresAt` (epoch ms). */
type Reply = Answer & { chatId: string; key: string; expiresAt: number };

/**
 * Handles an update once, however often Telegram sends it. Rejects only when nothing was done yet, so that the
 * update may be handled again; later failures are logged. It never sends a command to a device.
 */
export type HandleUpdate = (update: BotUpdate, bot: BotIdentity) => Promise<void>;

export function createHandleUpdate(options: {
  updates: HandledUpdates;
  codes: Pick<LinkCodesRepository, 'redeem'>;
  chats: LinkedChatsRepository;
  /** Messages that wait to be sent follow a chat to its new id. */
  queue: { moveChat: (from: string, to: string) => Promise<void> };
  /** Resolves once the reply is stored; it is sent later. */
  reply: (reply: Reply) => Promise<void>;
  describeSignals: DescribeSignals;
  clock: Clock;
  logger: Logger;
}): HandleUpdate {
  const { codes, chats, clock, logger } = options;
  const commands = createSlidingWindow({ most: COMMANDS_PER_MINUTE, windowMs: MINUTE_MS });
  const wrongCodes = createSlidingWindow(WRONG_CODES);

  const link = async (chat: Chat, typed: string): Promise<string> => {
    const now = clock.now();
    if (typed === '') return replies.codeMissing;
    if (wrongCodes.waitMs(chat.id, now) > 0) return replies.tooManyCodes;
    const actor = await codes.redeem({ hash: hashLinkCode(typed), chat, at: now });
    if (actor) return replies.linked(actor.username);
    wrongCodes.spend(chat.id, now);
    return replies.wrongCode;
  };

  const unlink = async (chat: Chat, actor: Actor): Promise<string> => {
    await chats.unlinkChat(chat.id, { at: clock.now(), reason: '/scollega' });
    return replies.unlinked(actor.username);
  };

  const answerLinked = async (chat: Chat, name: string | undefined, actor: Actor): Promise<Answer> => {
    if (name === 'stato') return { text: options.describeSignals(actor), userId: actor.id };
    if (name === 'scollega') return toAnyone(await unlink(chat, actor));
    return toAnyone(replies.unknownCommand);
  };

  const answer = async (chat: Chat, command: BotCommand | undefined): Promise<Answer> => {
    const isHelp = command?.name === 'aiuto' || command?.name === 'start';
    if (command && bringsCode(command)) return toAnyone(await link(chat, command.argument));
    const actor = await chats.findActor(chat.id);
    if (isHelp) return toAnyone(replies.help(actor !== undefined));
    return actor ? answerLinked(chat, command?.name, actor) : toAnyone(replies.notLinked);
  };

  /** The answer to a message; undefined when it is not for the bot, or the chat has written too much. */
  const answerMessage = async (chat: Chat, text: string, bot: BotIdentity): Promise<Answer | undefined> => {
    const command = readBotCommand(text, bot.username);
    if (!command && chat.kind === 'group') return undefined;
    const now = clock.now();
    if (commands.waitMs(chat.id, now) === 0) {
      commands.spend(chat.id, now);
      return answer(chat, command);
    }
    // A chat that wrote too much can still link and unlink itself. Wrong codes have their own limit.
    if (command && (bringsCode(command) || command.name === 'scollega')) await answer(chat, command);
    return undefined;
  };

  const handle = async (update: BotUpdate, bot: BotIdentity): Promise<void> => {
    if (update.kind === 'message') {
      const { chat } = update;
      const reply = await answerMessage(chat, update.text, bot);
      if (!reply) return;
      const key = `reply:${bot.id}:${update.id}`;
      const expiresAt = clock.now() + REPLY_EXPIRES_AFTER_MS;
      await options.reply({ ...reply, chatId: chat.id, key, expiresAt });
    } else if (update.kind === 'bot-removed') {
      await chats.unlinkChat(update.chat.id, {
        at: clock.now(),
        reason: 'the bot was removed from the chat',
      });
    } else if (update.kind === 'chat-moved') {
      await chats.moveChat(update.chat.id, update.movedTo);
      await options.queue.moveChat(update.chat.id, update.movedTo);
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

/** A link to the bot (t.me/…?start=CODE) arrives as /start CODE. */
function bringsCode({ name, argument }: BotCommand): boolean {
  return name === 'collega' || (name === 'start' && argument !== '');
}

function toAnyone(text: string): Answer {
  return { text, userId: null };
}
