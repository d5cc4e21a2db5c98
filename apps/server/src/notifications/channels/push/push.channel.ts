import type { Clock } from '../../../platform/clock.ts';
import type { Attempt, Channel } from '../../channel.port.ts';
import { type Message, readMessage } from '../../messages.ts';
import type { QueuedNotification } from '../../outbox.ts';
import type { Browser, BrowsersRepository } from './browsers.repository.ts';
import { encryptPush } from './encrypt-push.ts';
import type { PushAnswer, SendPush } from './push.port.ts';
import { signVapid, type VapidKeys } from './vapid.ts';

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60 * 60_000;
const GONE = [404, 410];
const TOO_MANY = 429;
/** Together, at four bytes a character, less than one record of RFC 8188 holds, whatever things are called. */
const TITLE_AT_MOST = 120;
const TEXT_AT_MOST = 700;

/** Encrypts a message for a browser, signs it and hands it on. Rejects with an Error when there was no answer. */
type SendToBrowser = (
  to: Browser,
  message: { payload: string; expiresAt: number },
  signal: AbortSignal,
) => Promise<PushAnswer>;

/** `contact`: whom the operator of a push service may ask. */
export function createSendToBrowser(options: {
  send: SendPush;
  keys: () => Promise<VapidKeys>;
  contact: string | undefined;
  clock: Clock;
}): SendToBrowser {
  const { contact, clock } = options;
  return async ({ endpoint, p256dh, auth }, { payload, expiresAt }, signal) => {
    const now = clock.now();
    const request = {
      endpoint,
      body: encryptPush(payload, { p256dh, auth }),
      authorization: await signVapid(await options.keys(), { endpoint, contact, now }),
      ttlS: Math.max(1, Math.ceil((expiresAt - now) / 1000)),
    };
    return options.send(request, signal);
  };
}

/**
 * A notification in a browser. What its push service does not take is tried again until it is of no use; a browser that
 * is gone is forgotten. After a crash at the wrong moment it goes twice, and the browser shows it once, by its key.
 */
export function createPushChannel(options: {
  browsers: Pick<BrowsersRepository, 'findById' | 'forget' | 'removeEnded'>;
  send: SendToBrowser;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel {
  const { browsers, retryMs = FIRST_RETRY_MS } = options;

  const toAttempt = (answer: PushAnswer | string, { attempts }: QueuedNotification): Attempt => {
    const failure = typeof answer === 'string' ? answer : failureOf(answer);
    if (failure === null) return { outcome: 'sent' };
    if (typeof answer !== 'string' && GONE.includes(answer.status)) return { outcome: 'gone', failure };
    if (!mayPass(answer)) return { outcome: 'refused', failure };
    const requested = typeof answer === 'string' ? null : answer.retryAfterMs;
    const afterMs = Math.min(Math.max(retryMs * 2 ** attempts, requested ?? 0), LONGEST_RETRY_MS);
    return { outcome: 'retry', failure, afterMs };
  };
  return {
    ...{ name: 'push', keepsOrder: false, repeats: true, tries: 6, callsAtOnce: 20 },
    ...{ everyMs: options.everyMs, isReady: options.isReady, waitMs: () => 0, spend: () => undefined },
    prepare: browsers.removeEnded,
    mayReach: async ({ recipient }) => (await browsers.findById(Number(recipient))) !== undefined,
    send: async (notification, signal) => {
      const browser = await browsers.findById(Number(notification.recipient));
      if (!browser) return { outcome: 'refused', failure: 'il browser non c’è più' };
      const payload = toPayload(notification.key, readMessage(notification));
      const expiresAt = notification.expires_at ?? 0;
      const answer = await options
        .send(browser, { payload, expiresAt }, signal)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
      const attempt = toAttempt(answer, notification);
      if (attempt.outcome === 'gone') await browsers.forget(Number(notification.recipient));
      return attempt;
    },
  };
}

/** What the service says of the message itself it will say again. */
function mayPass(answer: PushAnswer | string): boolean {
  return typeof answer === 'string' || answer.status === TOO_MANY || answer.status >= 500;
}

/** Why a message was not taken; null: it was. */
export function failureOf({ status }: PushAnswer): string | null {
  return status >= 200 && status < 300 ? null : `il servizio di notifiche risponde ${status}`;
}

/** The message as the service worker of the page reads it; a `key` is shown once. */
export function toPayload(key: string, { text, path }: Message): string {
  const [title = '', ...lines] = text.split('\n');
  return JSON.stringify({
    key,
    title: cut(title, TITLE_AT_MOST),
    text: cut(lines.join('\n'), TEXT_AT_MOST),
    path,
  });
}

function cut(words: string, most: number): string {
  const characters = [...words];
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}
