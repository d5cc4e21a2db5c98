import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Api, GrammyError } from 'grammy';
import { endAfter } from '../../platform/end-after.ts';
import type { Secret } from '../../platform/secret.ts';
import { toBotUpdates } from './bot-update.ts';
import { type Telegram, TelegramFailure } from './telegram.port.ts';

/** How long an answer may take, in addition to the time that a poll waits. */
export const ANSWER_WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_DESCRIPTION_LENGTH = 200;
/** Error codes that prove that the request did not leave this machine. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];
const CHAT_GONE = /chat not found|user is deactivated|PEER_ID_INVALID|group chat was deactivated/i;

type Grammy = typeof import('./grammy.ts').grammy;
type GrammySignal = Parameters<Api['getMe']>[0];

/**
 * The Bot API, with the client of grammY, which is read when a bot is made: a server without one has no memory to spare
 * for it. Its polling loop is not used: see docs/decisions/0015-telegram-bot.md.
 */
export function createTelegram(options: {
  token: Secret;
  apiRoot: string;
  answerWithinMs: number;
}): Telegram {
  const { token, apiRoot, answerWithinMs } = options;
  const Agent = apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent;
  const reading = import('./grammy.ts').then(({ grammy }) => {
    const api = new grammy.Api(token.reveal(), {
      apiRoot,
      baseFetchConfig: {
        // A kept connection may close while a message leaves on it: then it is unknown whether the message was sent.
        agent: new Agent({ keepAlive: false }),
        // The address contains the token, so no other host may get it.
        redirect: 'error',
        size: MAX_ANSWER_BYTES,
      },
    });
    return { grammy, api };
  });

  const attempt = async <T>(
    call: (api: Api, signal: GrammySignal) => Promise<T | undefined>,
    signal: AbortSignal,
    withinMs = answerWithinMs,
  ): Promise<T | TelegramFailure> => {
    const { grammy, api } = await reading;
    try {
      // grammY types the signal by a polyfill. Node's own signal has all that it uses.
      const answer = await endAfter(
        withinMs,
        (ending) => call(api, ending as unknown as GrammySignal),
        signal,
      );
      return answer ?? new TelegramFailure('unknown', { description: 'an answer that makes no sense' });
    } catch (error) {
      return toFailure(error, { token, grammy });
    }
  };

  return {
    getMe: (signal) =>
      attempt(async (api, bounded) => {
        const me = (await api.getMe(bounded)) as { id?: unknown; username?: unknown } | null;
        if (typeof me?.id !== 'number' || typeof me.username !== 'string') return undefined;
        return { id: me.id, username: me.username };
      }, signal),
    getUpdates: ({ offset, waitS }, signal) =>
      attempt(
        async (api, bounded) => {
          const poll = { timeout: waitS, allowed_updates: ['message', 'my_chat_member'] as const };
          return toBotUpdates(
            await api.getUpdates(offset === undefined ? poll : { ...poll, offset }, bounded),
          );
        },
        signal,
        waitS * 1000 + answerWithinMs,
      ),
    sendMessage: ({ chatId, text }, signal) =>
      attempt(async (api, bounded) => {
        const to = /^-?\d+$/.test(chatId) ? Number(chatId) : chatId;
        await api.sendMessage(to, text, { link_preview_options: { is_disabled: true } }, bounded);
        return 'sent' as const;
      }, signal),
  };
}

function toFailure(error: unknown, { token, grammy }: { token: Secret; grammy: Grammy }): TelegramFailure {
  const scrub = (text: string) => text.replaceAll(token.reveal(), '…').slice(0, MAX_DESCRIPTION_LENGTH);
  if (error instanceof grammy.GrammyError) return toRefusal(error, scrub(String(error.description)));
  const cause = error instanceof grammy.HttpError ? error.error : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (NOT_REACHED.includes(code)) return new TelegramFailure('unavailable', { description: code });
  return new TelegramFailure('unknown', { description: scrub(code || messageOf(cause)) });
}

function toRefusal(error: GrammyError, description: string): TelegramFailure {
  const { retry_after: retryAfterS, migrate_to_chat_id: movedTo } = error.parameters;
  const status = Number(error.error_code);
  if (movedTo !== undefined) {
    return new TelegramFailure('chat-moved', { description, movedTo: String(movedTo) });
  }
  if (status === 429) {
    const given = typeof retryAfterS === 'number' && retryAfterS > 0;
    return new TelegramFailure('too-many', given ? { description, retryAfterS } : { description });
  }
  return new TelegramFailure(kindOf(status, description), { description });
}

function kindOf(status: number, description: string) {
  // Telegram answers 404 to a token of the wrong form.
  if (status === 401 || status === 404) return 'unauthorized';
  if (status === 409) return 'conflict';
  if (status === 403 || CHAT_GONE.test(description)) return 'chat-gone';
  if (status >= 400 && status < 500) return 'refused';
  return status >= 500 ? 'unavailable' : 'unknown';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
