import type { BotUpdate } from '@semaforo/server/bot/telegram/bot-update';
import { type Telegram, TelegramFailure } from '@semaforo/server/bot/telegram/telegram.port';
import type { DocumentSource } from '@semaforo/server/bulletins/document-source.port';
import type { Journal } from './journal.ts';
import { world } from './simulated-host.ts';

/** A message that reached a chat or a channel. */
export type Sent = { to: string; text: string };

const ANSWERS_AFTER_MS = 120;
const DROPPED_AFTER_MS = 10_000;

/**
 * Answers the process that asked, if it is still there: after that time, when it is woken, or when it gives up. With
 * `wakes` it asks again and again, and is put off as what does so.
 */
function answerAfter<T>(
  ms: number,
  answer: () => T,
  { signal, wakes }: { signal?: AbortSignal | undefined; wakes?: Set<() => void> } = {},
): Promise<T> {
  const asked = world.running();
  let isOver = false;
  return new Promise((resolve) => {
    const give = () => {
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', give);
      wakes?.delete(give);
      if (asked) world.as(asked, () => resolve(answer()));
    };
    const timer = wakes && setTimeout(give, ms);
    if (!wakes) world.after(ms, () => !isOver && give());
    signal?.addEventListener('abort', give, { once: true });
    wakes?.add(give);
  });
}

/** Telegram: it takes messages, gives the bot what people write, and is away at times. */
export function createSimulatedTelegram({
  journal,
  taken,
}: {
  journal: Journal;
  taken: (sent: Sent) => void;
}) {
  let updates: BotUpdate[] = [];
  let isAway = false;
  const wakes = new Set<() => void>();
  const away = () => new TelegramFailure('unavailable', { description: 'ECONNREFUSED' });

  const telegram: Telegram = {
    getMe: (signal) =>
      answerAfter(ANSWERS_AFTER_MS, () => (isAway ? away() : { id: 1, username: 'semaforo_bot' }), {
        signal,
      }),
    getUpdates: ({ offset, waitS }, signal) => {
      updates = updates.filter(({ id }) => offset === undefined || id >= offset);
      if (isAway) return answerAfter(DROPPED_AFTER_MS, away, { signal });
      const waitMs = updates.length > 0 ? ANSWERS_AFTER_MS : waitS * 1000;
      return answerAfter(waitMs, () => (isAway ? away() : [...updates]), { signal, wakes });
    },
    sendMessage: ({ chatId, text }, signal) =>
      answerAfter(
        ANSWERS_AFTER_MS,
        () => {
          if (isAway) return away();
          taken({ to: chatId, text });
          journal.note(`Telegram to ${chatId}: ${text.replaceAll('\n', ' | ').slice(0, 160)}`);
          return 'sent' as const;
        },
        { signal },
      ),
  };
  let lastUpdate = 0;
  return {
    telegram,
    /** A person writes to the bot in a private chat. */
    write: (chatId: number, text: string) => {
      lastUpdate += 1;
      updates.push({
        kind: 'message',
        id: lastUpdate,
        chat: { id: String(chatId), kind: 'private', title: 'Anna' },
        text,
      });
      world.isBusy();
      for (const wake of wakes) wake();
    },
    isAway: (away: boolean) => {
      isAway = away;
      world.isBusy();
    },
  };
}

/** The mail server, and the push service of a browser: both take what they are given, and are away at times. */
export function createSimulatedPosts({ journal }: { journal: Journal }) {
  let isAway = false;
  const take = async (to: string, signal?: AbortSignal) => {
    const refused = await answerAfter(ANSWERS_AFTER_MS, () => isAway, { signal });
    if (refused) throw new Error('ECONNREFUSED');
    journal.note(`a message is taken for ${to}`);
  };
  return {
    sendMail: ({ to }: { to: string }) => take(to),
    postPush: async ({ endpoint }: { endpoint: string }, signal: AbortSignal) => {
      await take(endpoint, signal);
      return { status: 201, retryAfterMs: undefined };
    },
    isAway: (away: boolean) => {
      isAway = away;
      world.isBusy();
    },
  };
}

/** The documents of the source of bulletins, by their address. */
export function createSimulatedDocuments() {
  const documents = new Map<string, string>();
  const accepted = new Map<string, string>();
  let isAway = false;
  const source: DocumentSource = {
    fetch: (url, { unlessUnchanged = false, signal } = {}) =>
      answerAfter(
        ANSWERS_AFTER_MS,
        () => {
          const text = documents.get(url.href);
          if (isAway || text === undefined)
            return { kind: 'failed' as const, reason: `${url.host} non risponde` };
          if (unlessUnchanged && accepted.get(url.href) === text) return { kind: 'unchanged' as const };
          world.isBusy();
          return { kind: 'document' as const, text, url };
        },
        { signal },
      ),
    accepted: (url) => void accepted.set(url.href, documents.get(url.href) ?? ''),
  };
  return {
    source,
    publish: (address: string, document: object) => void documents.set(address, JSON.stringify(document)),
    isAway: (away: boolean) => {
      isAway = away;
    },
    /** Another process knows nothing of what the last one read. */
    serverEnded: () => accepted.clear(),
  };
}
