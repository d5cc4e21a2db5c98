import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { WEBHOOKS_AT_MOST, type webhookRoutes } from '@semaforo/contract/api/webhooks';
import type { Kysely } from 'kysely';
import { appendAudit } from '../../../database/audit-trail.ts';
import type { Database } from '../../../database/schema.ts';
import { authorOf } from '../../../http/author-of.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { notFound, Refusal } from '../../../platform/refusal.ts';
import type { Enqueue } from '../../notification.ts';
import type { WebhookNetwork } from './webhook-network.ts';
import type { WebhooksRepository } from './webhooks.repository.ts';

const DELIVERIES_SHOWN = 200;
/** Longer than an attempt takes. */
const ANSWERED_WITHIN_MS = 13_000;
const LOOK_EVERY_MS = 100;
/** Who tries waits for the answer: later it is of no use. */
const TEST_FOR_MS = 60_000;

const REFUSED = new Refusal('unprocessable', {
  code: 'webhook-address-refused',
  message: 'L’indirizzo porta a questa macchina o a una rete privata: lì non si manda nulla',
});
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-webhooks',
  message: `Ci sono già ${WEBHOOKS_AT_MOST} indirizzi: togline uno`,
});

/** Answers the routes of docs/webhook.md. */
export function createWebhookHandlers(options: {
  db: Kysely<Database>;
  repository: WebhooksRepository;
  isRefused: WebhookNetwork['isRefused'];
  enqueue: Enqueue;
  clock: Clock;
}): Handlers<typeof webhookRoutes> {
  const { db, repository, clock } = options;

  /** What came back, or that nothing has so far. */
  const waitForAttempt = async (id: number, key: string) => {
    const until = performance.now() + ANSWERED_WITHIN_MS;
    for (;;) {
      const delivery = await repository.findDelivery(id, key);
      const wasTried = delivery !== undefined && (delivery.failure !== null || delivery.state !== 'waiting');
      if (!delivery) return notFound();
      if (wasTried || performance.now() > until) return delivery;
      await delay(LOOK_EVERY_MS);
    }
  };

  return {
    listWebhooks: async () => ({ webhooks: await repository.list() }),
    createWebhook: async (call) => {
      const { url, events, user_id: userId = null } = call.body;
      if (userId !== null && !(await repository.hasUser(userId))) return notFound();
      if (await options.isRefused(url)) return REFUSED;
      const act = { author: authorOf(call), at: clock.now() };
      return (await repository.create({ url, events, userId }, act)) ?? TOO_MANY;
    },
    deleteWebhook: async (call) => {
      const deleted = await repository.delete(call.params.id, { author: authorOf(call), at: clock.now() });
      return deleted ? undefined : notFound();
    },
    listWebhookDeliveries: async ({ params }) =>
      (await repository.find(params.id))
        ? { deliveries: await repository.listDeliveries(params.id, DELIVERIES_SHOWN) }
        : notFound(),
    testWebhook: async (call) => {
      const { id } = call.params;
      if (!(await repository.find(id))) return notFound();
      const key = `test:${randomUUID()}`;
      const at = clock.now();
      await db.transaction().execute(async (transaction) => {
        const facts = { event: 'test' as const, at: isoTime(at), data: {} };
        const news = { audience: { to: 'webhook' as const, id }, key, kind: 'event' as const, facts };
        await options.enqueue({ ...news, expiresAt: at + TEST_FOR_MS }, transaction);
        await appendAudit(transaction, {
          ...{ at, author: authorOf(call), action: 'webhooks.test', target: `webhook:${id}` },
        });
      });
      return waitForAttempt(id, key);
    },
  };
}
