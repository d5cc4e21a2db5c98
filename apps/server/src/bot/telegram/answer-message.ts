import { type Actor, accountOf } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRateLimiter } from '../../platform/rate-limiter.ts';
import type { Chat } from './bot-update.ts';
import { hashLinkCode } from './link-code.ts';
import type { LinkCodesRepository } from './link-codes.repository.ts';
import type { LinkedChatsRepository } from './linked-chats.repository.ts';
import type { DescribeSignals } from './signals-text.port.ts';
import type { BotIdentity } from './telegram.port.ts';

const COMMANDS = [
  '/stato: i tuoi semafori per colore, da quando, e gli errori',
  '/scollega: questa chat non riceve più avvisi',
  '/aiuto: questo messaggio',
];

/** The fixed replies of the bot, in Italian. A chat that is not linked learns only how to link it. */
const replies = {
  help: (isLinked: boolean) =>
    isLinked
      ? ['Questa chat riceve gli avvisi di Semaforo.', ...COMMANDS, 'Dal bot non si comanda nulla.'].join(
          '\n',
        )
      : [
          'Questo bot manda avvisi agli operatori di Semaforo.',
          'Per collegare questa chat genera un codice nella console (Profilo, scheda Telegram) e scrivi qui:',
          '/collega CODICE',
        ].join('\n'),
  notLinked: 'Questa chat non è collegata. Scrivi /aiuto per sapere come si collega.',
  unknownCommand: 'Non conosco questo comando. Scrivi /aiuto per l’elenco.',
  codeMissing: 'Scrivi il codice dopo il comando: /collega CODICE',
  wrongCode: 'Il codice non è valido: forse è scaduto o già usato. Generane un altro nella console.',
  tooManyCodes: 'Troppi codici sbagliati. Riprova fra dieci minuti.',
  linked: (username: string) =>
    `Chat collegata a ${username}: riceverà gli avvisi dei suoi dispositivi.\nScrivi /aiuto per i comandi.`,
  unlinked: (username: string) => `Chat scollegata da ${username}: non riceverà più avvisi.`,
};

type BotCommand = { name: string; argument: string };

const COMMAND = /^\/([a-z]\w*)(?:@(\w+))?(?:\s+([\s\S]*))?$/i;

const MINUTE_MS = 60_000;
/** Of one chat. */
const COMMANDS_OF_CHAT = { points: 20, perMs: MINUTE_MS };
const WRONG_CODES_OF_CHAT = { points: 5, perMs: 10 * MINUTE_MS };

/** With `userId`, the reply is sent only while the chat is linked to that user. */
export type Answer = { text: string; userId: number | null };

/** The answer to a message; undefined when it is not for the bot, or the chat has written too much. */
export type AnswerMessage = (chat: Chat, text: string, bot: BotIdentity) => Promise<Answer | undefined>;

/** Links and unlinks chats, and answers them. It never sends a command to a device. */
export function createAnswerMessage(options: {
  codes: Pick<LinkCodesRepository, 'redeem'>;
  chats: Pick<LinkedChatsRepository, 'findActor' | 'unlinkChat'>;
  describeSignals: DescribeSignals;
  clock: Clock;
}): AnswerMessage {
  const { codes, chats, clock } = options;
  const commands = createRateLimiter(COMMANDS_OF_CHAT);
  const wrongCodes = createRateLimiter(WRONG_CODES_OF_CHAT);

  const link = async (chat: Chat, typed: string): Promise<string> => {
    if (typed === '') return replies.codeMissing;
    if ((await wrongCodes.waitMs(chat.id)) > 0) return replies.tooManyCodes;
    const actor = await codes.redeem({ hash: hashLinkCode(typed), chat, at: clock.now() });
    if (actor) return replies.linked(actor.username);
    await wrongCodes.take(chat.id);
    return replies.wrongCode;
  };

  const unlink = async (chat: Chat, actor: Actor): Promise<string> => {
    await chats.unlinkChat(chat.id, { at: clock.now(), reason: '/scollega' });
    return replies.unlinked(actor.username);
  };

  const answerLinked = async (chat: Chat, name: string | undefined, actor: Actor): Promise<Answer> => {
    if (name === 'stato') return { text: options.describeSignals(actor), userId: accountOf(actor) };
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

  return async (chat, text, bot) => {
    const command = readBotCommand(text, bot.username);
    if (!command && chat.kind === 'group') return undefined;
    if ((await commands.take(chat.id)) === 0) return answer(chat, command);
    // A chat that wrote too much can still link and unlink itself. Wrong codes have their own limit.
    if (command && (bringsCode(command) || command.name === 'scollega')) await answer(chat, command);
    return undefined;
  };
}

/** A link to the bot (t.me/…?start=CODE) arrives as /start CODE. */
function bringsCode({ name, argument }: BotCommand): boolean {
  return name === 'collega' || (name === 'start' && argument !== '');
}

function toAnyone(text: string): Answer {
  return { text, userId: null };
}

/** Reads a command to the bot of that name. Undefined for any other text, and for a command to another bot. */
function readBotCommand(text: string, botName: string): BotCommand | undefined {
  const [, name, addressee, argument = ''] = COMMAND.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  if (addressee !== undefined && addressee.toLowerCase() !== botName.toLowerCase()) return undefined;
  return { name: name.toLowerCase(), argument: argument.trim() };
}
