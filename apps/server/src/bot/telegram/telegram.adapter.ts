import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Api, GrammyError, HttpError } from 'grammy';
import { toBotUpdates } from './bot-update.ts';
import { type Telegram, TelegramFailure } from './telegram.port.ts';

/** How long an answer may take, beside the time that a poll waits. */
export const ANSWER_WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_DESCRIPTION_LENGTH = 200;
/** Then the request never left this machine. */
const NOT_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];
const CHAT_GONE = /chat not found|user is deactivated|PEER_ID_INVALID|group chat was deactivated/i;

type GrammySignal = Parameters<Api['getMe']>[0];

/** The Bot API through grammY's client. Its polling loop is not used: see docs/decisions/0015-telegram-bot.md. */
export function createTelegram(options: {
  token: string;
  apiRoot: string;
  answerWithinMs: number;
}): Telegram {
  const { token, apiRoot, answerWithinMs } = options;
  const Agent = apiRoot.startsWith('https:') ? HttpsAgent : HttpAgent;
  const api = new Api(token, {
    apiRoot,
    baseFetchConfig: {
      // A connection kept open may be closed just when a message leaves on it, and nobody would know whether it was sent.
      agent: new Agent({ keepAlive: false }),
      // The address holds the token: it is given to no other host.
      redirect: 'error',
      size: MAX_ANSWER_BYTES,
    },
  });

  const attempt = async <T>(
    call: (signal: GrammySignal) => Promise<T | undefined>,
    signal: AbortSignal,
    withinMs = answerWithinMs,
  ): Promise<T | TelegramFailure> => {
    // Not by AbortSignal.any and timeout: on Node 20 nothing but the call holds them, and once they are collected it never ends.
    const ending = new AbortController();
    const end = () => ending.abort();
    const timer = setTimeout(end, withinMs);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    try {
      // grammY types the signal by a polyfill, which Node's own satisfies in all that it uses.
      const answer = await call(ending.signal as unknown as GrammySignal);
      return answer ?? new TelegramFailure('unknown', { description: 'an answer without sense' });
    } catch (error) {
      return toFailure(error, token);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
    }
  };

  return {
    getMe: (signal) =>
      attempt(async (bounded) => {
        const me = (await api.getMe(bounded)) as { id?: unknown; username?: unknown } | null;
        if (typeof me?.id !== 'number' || typeof me.username !== 'string') return undefined;
        return { id: me.id, username: me.username };
      }, signal),
    getUpdates: ({ offset, waitS }, signal) =>
      attempt(
        async (bounded) => {
          const poll = { timeout: waitS, allowed_updates: ['message', 'my_chat_member'] as const };
          return toBotUpdates(
            await api.getUpdates(offset === undefined ? poll : { ...poll, offset }, bounded),
          );
        },
        signal,
        waitS * 1000 + answerWithinMs,
      ),
    sendMessage: ({ chatId, text }, signal) =>
      attempt(async (bounded) => {
        const to = /^-?\d+$/.test(chatId) ? Number(chatId) : chatId;
        await api.sendMessage(to, text, { link_preview_options: { is_disabled: true } }, bounded);
        return 'sent' as const;
      }, signal),
  };
}

function toFailure(error: unknown, token: string): TelegramFailure {
  const scrub = (text: string) => text.replaceAll(token, '…').slice(0, MAX_DESCRIPTION_LENGTH);
  if (error instanceof GrammyError) return toRefusal(error, scrub(String(error.description)));
  const cause = error instanceof HttpError ? error.error : error;
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
  // A token that is not even shaped like one is answered 404.
  if (status === 401 || status === 404) return 'unauthorized';
  if (status === 409) return 'conflict';
  if (status === 403 || CHAT_GONE.test(description)) return 'chat-gone';
  if (status >= 400 && status < 500) return 'refused';
  return status >= 500 ? 'unavailable' : 'unknown';
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
