import { PUSH_DEVICES_AT_MOST, type pushRoutes } from '@semaforo/contract/api/push';
import { authorOf } from '../../../http/author-of.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { accountOf } from '../../../platform/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { notFound, Refusal } from '../../../platform/refusal.ts';
import type { BrowsersRepository } from './browsers.repository.ts';
import { areUsable } from './encrypt-push.ts';

const NO_SERVICE_THERE = new Refusal('unprocessable', {
  code: 'push-address-refused',
  message: 'A questo indirizzo non può esserci un servizio di notifiche',
});
const BAD_KEYS = new Refusal('unprocessable', {
  code: 'push-keys-refused',
  message: 'La chiave del browser non è valida',
});
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-push-devices',
  message: `Le notifiche arrivano già a ${PUSH_DEVICES_AT_MOST} dispositivi: togline uno`,
});

export function createPushHandlers(options: {
  browsers: BrowsersRepository;
  publicKey: () => Promise<string>;
  isService: (url: URL) => boolean;
  /** 'Firefox su Android'. */
  nameOf: (userAgent: string | null) => string;
  clock: Clock;
}): Handlers<typeof pushRoutes> {
  const { browsers, clock } = options;
  return {
    getPush: async ({ actor }) => ({
      key: await options.publicKey(),
      devices: await browsers.listOf(accountOf(actor)),
    }),
    addPushDevice: async (call) => {
      const { endpoint, p256dh, auth } = call.body;
      if (!areUsable({ p256dh, auth })) return BAD_KEYS;
      if (!options.isService(new URL(endpoint))) return NO_SERVICE_THERE;
      const name = options.nameOf(call.browser.userAgent ?? null);
      const device = {
        user_id: accountOf(call.actor),
        session_id: call.sessionId,
        endpoint,
        p256dh,
        auth,
        name,
      };
      return (await browsers.add(device, { author: authorOf(call), at: clock.now() })) ?? TOO_MANY;
    },
    removePushDevice: async (call) => {
      const device = { id: call.params.id, userId: accountOf(call.actor) };
      const removed = await browsers.remove(device, { author: authorOf(call), at: clock.now() });
      return removed ? undefined : notFound();
    },
  };
}
