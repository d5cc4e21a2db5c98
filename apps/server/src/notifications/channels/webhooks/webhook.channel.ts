import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Attempt, Channel, Send } from '../../channel.port.ts';
import type { WebhookNetwork } from './webhook-network.ts';

const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 60 * 60_000;
/** An address that does not answer at all is left alone so long, whatever else waits for it. */
const REST_AT_MOST_MS = 60_000;

/**
 * Signed deliveries to other systems (docs/webhook.md). What is not taken is tried again, with growing pauses, until it
 * expires; after a crash at the wrong moment it goes twice, with the same id.
 */
export function createWebhookChannel({
  find,
  post,
  clock,
  retryMs = FIRST_RETRY_MS,
  ...pace
}: {
  /** Undefined once it was deleted; `secret` undefined: it was sealed with another key. */
  find: (id: number) => Promise<{ url: string; secret: string | undefined } | undefined>;
  post: WebhookNetwork['post'];
  clock: Clock;
  isReady: () => boolean;
  everyMs: number;
  retryMs?: number | undefined;
}): Channel {
  const restsUntil = new Map<string, number>();
  const retry = (attempts: number, failure: string): Extract<Attempt, { outcome: 'retry' }> => {
    return { outcome: 'retry', failure, afterMs: Math.min(retryMs * 2 ** attempts, LONGEST_RETRY_MS) };
  };
  return {
    ...{ ...pace, name: 'webhook', keepsOrder: false, isFair: true, repeats: true, callsAtOnce: 20 },
    // It expires after a day.
    tries: Number.POSITIVE_INFINITY,
    takeTurn: (recipient) => {
      const restMs = (restsUntil.get(recipient) ?? 0) - clock.now();
      return restMs <= 0 || restMs > REST_AT_MOST_MS;
    },
    open: async ({ recipient }) => {
      const webhook = await find(Number(recipient));
      if (!webhook) {
        restsUntil.delete(recipient);
        return undefined;
      }
      const { url, secret } = webhook;
      const send: Send = async ({ key, createdAt, text, attempts }, signal) => {
        if (secret === undefined) {
          return {
            outcome: 'refused',
            failure: 'il segreto non si legge più: l’indirizzo va tolto e rimesso',
          };
        }
        const event = JSON.parse(text) as { event: string };
        const id = deliveryIdOf({ key, recipient, createdAt });
        const body = JSON.stringify({ id, ...event });
        const headers = {
          'content-type': 'application/json',
          ...{ 'user-agent': 'Semaforo', 'semaforo-event': event.event, 'semaforo-delivery': id },
          'semaforo-signature': sign({ secret, body, now: clock.now() }),
        };
        try {
          const status = await post({ url, body, headers }, signal);
          restsUntil.delete(recipient);
          if (status >= 200 && status < 300) return { outcome: 'sent', status };
          return { ...retry(attempts, failureOf(status)), status };
        } catch (error) {
          const failed = retry(attempts, error instanceof Error ? error.message : String(error));
          restsUntil.set(recipient, clock.now() + Math.min(failed.afterMs, REST_AT_MOST_MS));
          return failed;
        }
      };
      return send;
    },
  };
}

/** By what a receiver knows a delivery that comes again. */
export function deliveryIdOf(delivery: { key: string; recipient: string; createdAt: number }): string {
  const { key, recipient, createdAt } = delivery;
  return createHash('sha256').update(`${key} ${recipient} ${createdAt}`).digest('hex').slice(0, 32);
}

/** Signs the body with the time of this attempt, so that what is replayed later shows. */
function sign({ secret, body, now }: { secret: string; body: string; now: number }): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

function failureOf(status: number): string {
  return status >= 300 && status < 400
    ? `l’indirizzo rimanda altrove (${status}): i rinvii non si seguono`
    : `l’indirizzo risponde ${status}`;
}
