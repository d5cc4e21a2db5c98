import { counted } from '@semaforo/contract/domain/italian';
import type { preHandlerAsyncHookHandler } from 'fastify';
import { addressOf } from '../http/address-of.ts';
import { sendRefusal } from '../http/failures.ts';
import { networkOf } from '../platform/network-of.ts';
import { createRateLimiter } from '../platform/rate-limiter.ts';
import { Refusal } from '../platform/refusal.ts';

const MINUTE_MS = 60_000;
/** Of one network: on the worst night thousands of telephones are behind one address of their provider. */
const READS = { points: 6000, perMs: MINUTE_MS };
const SUBSCRIPTIONS = { points: 300, perMs: 60 * MINUTE_MS };
/** Open pages of all, and of one network. */
const READERS_AT_MOST = 20_000;
const READERS_PER_NETWORK = 2000;

const tooMany = (waitMs: number) => {
  const retryAfterS = Math.ceil(waitMs / 1000);
  const message = `Troppe richieste in poco tempo: riprova fra ${counted(retryAfterS, ['secondo', 'secondi'])}`;
  return new Refusal('too-many', { code: 'too-many-requests', message, retryAfterS });
};

export type ReaderLimits = ReturnType<typeof createReaderLimits>;

/** What citizens may ask of one server. Networks are known for as long as they are counted, and never stored. */
export function createReaderLimits() {
  const reads = createRateLimiter(READS);
  const subscriptions = createRateLimiter(SUBSCRIPTIONS);
  const open = new Map<string, number>();
  let openInAll = 0;
  const refuseAbove =
    (limiter: typeof reads): preHandlerAsyncHookHandler =>
    async (request, reply) => {
      const waitMs = await limiter.take(networkOf(addressOf(request)));
      return waitMs === 0 ? undefined : sendRefusal(reply, tooMany(waitMs));
    };
  return {
    ofReads: refuseAbove(reads),
    ofSubscriptions: refuseAbove(subscriptions),
    /** What frees the place of an open page again; undefined when there is none. */
    takePlace: (address: string): (() => void) | undefined => {
      const network = networkOf(address);
      const own = open.get(network) ?? 0;
      if (openInAll >= READERS_AT_MOST || own >= READERS_PER_NETWORK) return undefined;
      open.set(network, own + 1);
      openInAll += 1;
      return () => {
        const left = (open.get(network) ?? 1) - 1;
        if (left === 0) open.delete(network);
        else open.set(network, left);
        openInAll -= 1;
      };
    },
  };
}
