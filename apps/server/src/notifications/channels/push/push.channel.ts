import type { Clock } from '../../../platform/clock.ts';
import type { Attempt, Channel, Outgoing, Send } from '../../channel.port.ts';
import type { ChannelName } from '../../notification.ts';
import type { Browser } from './browsers.repository.ts';
import { encryptPush } from './encrypt-push.ts';
import { signVapid, type VapidKeys } from './push-keys.repository.ts';
import type { PostPush } from './push-network.ts';

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60 * 60_000;
const GONE = [404, 410];
const TOO_MANY = 429;
/** Together, at four bytes a character, less than one record of RFC 8188 holds, whatever things are called. */
const TITLE_AT_MOST = 120;
const TEXT_AT_MOST = 700;

/**
 * Notifications in browsers. What a push service does not take is tried again until it is of no use; a browser that is
 * gone is forgotten. After a crash at the wrong moment it goes twice, and the browser shows it once, by its key.
 */
export function createPushChannel({
  name,
  browsers,
  keys,
  contact,
  post,
  clock,
  retryMs = FIRST_RETRY_MS,
  ...pace
}: {
  name: Extract<ChannelName, 'push' | 'citizens'>;
  browsers: {
    /** Where to send to it; undefined when it is gone. */
    findById: (id: number) => Promise<Browser | undefined>;
    /** It has taken its address back. */
    forget: (id: number) => Promise<void>;
    /** To be called before what waits is read. */
    removeEnded?: () => Promise<void>;
  };
  keys: () => Promise<VapidKeys>;
  /** Whom the operator of a push service may ask. */
  contact: string | undefined;
  post: PostPush;
  clock: Clock;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel {
  const retry = (failure: string, attempts: number, requestedMs = 0): Attempt => {
    const afterMs = Math.min(Math.max(retryMs * 2 ** attempts, requestedMs), LONGEST_RETRY_MS);
    return { outcome: 'retry', failure, afterMs };
  };
  return {
    ...{ ...pace, name, keepsOrder: false, repeats: true, tries: 6, callsAtOnce: 20 },
    ...(browsers.removeEnded && { prepare: browsers.removeEnded }),
    open: async ({ recipient }) => {
      const id = Number(recipient);
      const pair = await keys();
      const browser = await browsers.findById(id);
      if (!browser) return undefined;
      const { endpoint } = browser;
      const send: Send = async (message, signal) => {
        const now = clock.now();
        const body = encryptPush(toPayload(message), browser);
        const authorization = await signVapid(pair, { endpoint, contact, now });
        const ttlS = Math.max(1, Math.ceil(((message.expiresAt ?? now) - now) / 1000));
        const { status, retryAfterMs } = await post({ endpoint, body, authorization, ttlS }, signal);
        if (status >= 200 && status < 300) return { outcome: 'sent' };
        const failure = `il servizio di notifiche risponde ${status}`;
        if (GONE.includes(status)) {
          await browsers.forget(id);
          return { outcome: 'gone', failure };
        }
        if (status === TOO_MANY || status >= 500) return retry(failure, message.attempts, retryAfterMs);
        // What it says of the message itself it will say again.
        return { outcome: 'refused', failure };
      };
      return (message, signal) =>
        send(message, signal).catch((error: unknown) =>
          retry(error instanceof Error ? error.message : String(error), message.attempts),
        );
    },
  };
}

/** The message as the service worker of the page reads it; a `key` is shown once. */
export function toPayload({ key, text, path }: Pick<Outgoing, 'key' | 'text' | 'path'>): string {
  const [title = '', ...lines] = text.split('\n');
  return JSON.stringify({
    ...{ key, title: cut(title, TITLE_AT_MOST), text: cut(lines.join('\n'), TEXT_AT_MOST), path },
  });
}

function cut(words: string, most: number): string {
  const characters = [...words];
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}
