import type { Clock } from '../platform/clock.ts';
import { type BrowserKeys, encryptPush } from './encrypt-push.ts';
import type { PushAnswer, SendPush } from './push.port.ts';
import { signVapid, type VapidKeys } from './vapid.ts';

/** A browser's address at its maker's push service, with the keys it gave. */
export type Browser = BrowserKeys & { endpoint: string };

/** Encrypts a message for a browser, signs it and hands it on. Rejects with an Error when there was no answer. */
export type SendToBrowser = (to: Browser, message: string, expiresAt: number) => Promise<PushAnswer>;

/** `contact`: whom the operator of a push service may ask. */
export function createSendToBrowser(options: {
  send: SendPush;
  keys: () => Promise<VapidKeys>;
  contact: string | undefined;
  clock: Clock;
}): SendToBrowser {
  const { contact, clock } = options;
  return async ({ endpoint, p256dh, auth }, message, expiresAt) => {
    const now = clock.now();
    return options.send({
      endpoint,
      body: encryptPush(message, { p256dh, auth }),
      authorization: await signVapid(await options.keys(), { endpoint, contact, now }),
      ttlS: Math.max(1, Math.ceil((expiresAt - now) / 1000)),
    });
  };
}

/** Why a message was not taken; null: it was. */
export function failureOf({ status }: PushAnswer): string | null {
  return status >= 200 && status < 300 ? null : `il servizio di notifiche risponde ${status}`;
}
