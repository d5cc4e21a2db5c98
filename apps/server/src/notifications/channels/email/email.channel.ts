import { createHash } from 'node:crypto';
import { endAfter } from '../../../platform/end-after.ts';
import type { Channel } from '../../channel.port.ts';
import { textWithLink } from '../../messages.ts';

const FIRST_RETRY_MS = 15_000;
/** Longer than each step of a mail server may take (mail-server.ts). */
const WITHIN_MS = 30_000;

/** Hands a mail to a mail server; rejects when that does not take it. */
export type SendMail = (mail: {
  from: string;
  to: string;
  subject: string;
  text: string;
  messageId: string;
}) => Promise<unknown>;

/**
 * E-mails by a mail server; after a crash at the wrong moment one comes twice, which is better than never. Tried for
 * half an hour.
 */
export function createEmailChannel({
  sendMail,
  from,
  retryMs = FIRST_RETRY_MS,
  ...pace
}: {
  sendMail: SendMail;
  from: string;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel {
  const domain = from.replace(/^.*@|>.*$/g, '');
  return {
    ...{ ...pace, name: 'email', keepsOrder: false, repeats: true, tries: 8, callsAtOnce: 5 },
    open: ({ recipient }) =>
      Promise.resolve(async (message, signal) => {
        const { key, attempts, createdAt } = message;
        const text = textWithLink(message);
        const subject = `Semaforo: ${text.split('\n')[0] ?? ''}`;
        // The same each time that it is sent again, so that a mailbox can leave out the second one.
        const id = createHash('sha256').update(`${key} ${recipient} ${createdAt}`).digest('hex').slice(0, 32);
        const mail = { from, to: recipient, subject, text, messageId: `<${id}@${domain}>` };
        try {
          await endAfter(WITHIN_MS, () => sendMail(mail), signal);
          return { outcome: 'sent' };
        } catch (error) {
          const failure = error instanceof Error ? error.message : String(error);
          return { outcome: 'retry', failure, afterMs: retryMs * 2 ** attempts };
        }
      }),
  };
}
