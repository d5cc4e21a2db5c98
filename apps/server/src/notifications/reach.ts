import type { Clock } from '../platform/clock.ts';
import { toMail } from './channels/email/email.channel.ts';
import type { SendMail } from './channels/email/mail.port.ts';
import type { BrowsersRepository } from './channels/push/browsers.repository.ts';
import { type createSendToBrowser, failureOf, toPayload } from './channels/push/push.channel.ts';
import type { TelegramSender } from './channels/telegram/telegram.channel.ts';
import type { Message } from './messages.ts';
import type { Audience, ChannelName } from './notification.ts';

const WITHIN_MS = 10_000;
const OF_USE_MS = 12 * 60 * 60_000;

/** A way to a person that needs no database. Rejects when the message was not taken. `key`: it is shown once. */
export type Way = { name: ChannelName; send: (message: Message & { key: string }) => Promise<void> };

/**
 * Finds how to reach somebody without the outbox, which is in the database, while the database answers; resolves to
 * the ways that are not gone.
 */
export function createReach(options: {
  telegram: TelegramSender | undefined;
  sendMail: SendMail | undefined;
  browsers: Pick<BrowsersRepository, 'findById'>;
  sendToBrowser: ReturnType<typeof createSendToBrowser>;
  /** Called early: they are kept for later. */
  keys: () => Promise<unknown>;
  clock: Clock;
}) {
  const { telegram, sendMail, browsers, sendToBrowser, keys, clock } = options;

  const byTelegram = async (id: number): Promise<Way[]> => {
    const chatId = await telegram?.chats.findById(id);
    if (!telegram || chatId === undefined) return [];
    const send: Way['send'] = async ({ text }) => {
      const result = await telegram.sendMessage({ chatId, text }, AbortSignal.timeout(WITHIN_MS));
      if (result !== 'sent') throw new Error(result.description);
    };
    return [{ name: 'telegram', send }];
  };
  const byEmail = (address: string): Way[] =>
    sendMail ? [{ name: 'email', send: ({ text }) => sendMail(toMail(address, { text })) }] : [];
  const byBrowser = async (id: number): Promise<Way[]> => {
    const [browser] = await Promise.all([browsers.findById(id), keys()]);
    if (!browser) return [];
    const send: Way['send'] = async ({ key, ...message }) => {
      const push = { payload: toPayload(key, message), expiresAt: clock.now() + OF_USE_MS };
      const failure = failureOf(await sendToBrowser(browser, push, AbortSignal.timeout(WITHIN_MS)));
      if (failure !== null) throw new Error(failure);
    };
    return [{ name: 'push', send }];
  };
  return async ({ chatId, email, browserId }: Extract<Audience, { to: 'person' }>): Promise<Way[]> => [
    ...(chatId === null ? [] : await byTelegram(chatId)),
    ...(email === null ? [] : byEmail(email)),
    ...(browserId === null ? [] : await byBrowser(browserId)),
  ];
}
