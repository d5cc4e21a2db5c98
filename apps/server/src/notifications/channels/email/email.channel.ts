import { createHash } from 'node:crypto';
import { endAfter } from '../../../platform/end-after.ts';
import type { Channel } from '../../channel.port.ts';
import { type Message, readMessage } from '../../messages.ts';
import type { QueuedNotification } from '../../outbox.ts';
import type { SendMail } from './mail.port.ts';

const FIRST_RETRY_MS = 15_000;
/** Longer than each step of a mail server may take. */
const WITHIN_MS = 30_000;

/** An e-mail; after a crash at the wrong moment it comes twice, which is better than never. Tried for half an hour. */
export function createEmailChannel(options: {
  sendMail: SendMail;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel {
  const { sendMail, retryMs = FIRST_RETRY_MS } = options;
  return {
    ...{ name: 'email', keepsOrder: false, repeats: true, tries: 8, callsAtOnce: 5 },
    ...{ everyMs: options.everyMs, isReady: options.isReady, waitMs: () => 0, spend: () => undefined },
    mayReach: () => Promise.resolve(true),
    send: async (notification, signal) => {
      try {
        const mail = { ...toMail(notification.recipient, readMessage(notification)), id: idOf(notification) };
        await endAfter(WITHIN_MS, () => sendMail(mail), signal);
        return { outcome: 'sent' };
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        return { outcome: 'retry', failure, afterMs: retryMs * 2 ** notification.attempts };
      }
    },
  };
}

/** A message as an e-mail. */
export function toMail(address: string, { text }: Pick<Message, 'text'>): Parameters<SendMail>[0] {
  return { address, subject: `Semaforo: ${text.split('\n')[0] ?? ''}`, text };
}

function idOf({ key, recipient, created_at: at }: QueuedNotification): string {
  return createHash('sha256').update(`${key} ${recipient} ${at}`).digest('hex').slice(0, 32);
}
