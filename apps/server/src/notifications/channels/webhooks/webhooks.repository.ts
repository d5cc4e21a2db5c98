import { randomBytes } from 'node:crypto';
import { WEBHOOKS_AT_MOST, type Webhook, type WebhookDelivery } from '@semaforo/contract/api/webhooks';
import type { WebhookEvent } from '@semaforo/contract/domain/webhook-events';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../../database/audit-trail.ts';
import type { Database } from '../../../database/schema.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Facts } from '../../notification.ts';
import type { QueuedNotification } from '../../outbox.ts';
import { deliveryIdOf } from './webhook.channel.ts';

const SHOWN_IN_LIST = 8;
const SECRET_BYTES = 32;

/** Who is sent which events. */
export type Subscription = {
  id: number;
  events: ReadonlySet<WebhookEvent>;
  userId: number | null;
  createdAt: number;
};

type NewWebhook = { url: string; events: readonly WebhookEvent[]; userId: number | null };

export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>;

/** The addresses of other systems, and what became of what was sent to them. */
export function createWebhooksRepository(db: Kysely<Database>, secrets: Pick<Secrets, 'seal' | 'open'>) {
  const listDeliveries = async (id: number, most: number): Promise<WebhookDelivery[]> => {
    const rows = await selectDeliveries(db, id).orderBy('id', 'desc').limit(most).execute();
    return rows.map(toDelivery);
  };
  return {
    listDeliveries,
    /** Undefined while it is not stored. */
    findDelivery: async (id: number, key: string): Promise<WebhookDelivery | undefined> => {
      const row = await selectDeliveries(db, id).where('key', '=', key).executeTakeFirst();
      return row && toDelivery(row);
    },
    list: async (): Promise<Webhook[]> => {
      const rows = await db
        .selectFrom('webhooks')
        .leftJoin('users', 'users.id', 'webhooks.user_id')
        .select(['webhooks.id', 'url', 'events', 'user_id', 'username', 'webhooks.created_at'])
        .orderBy('webhooks.id')
        .execute();
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          events: JSON.parse(row.events) as WebhookEvent[],
          created_at: isoTime(row.created_at),
          last_deliveries: (await listDeliveries(row.id, SHOWN_IN_LIST)).toReversed(),
        })),
      );
    },
    listSubscriptions: async (): Promise<Subscription[]> => {
      const rows = await db
        .selectFrom('webhooks')
        .select(['id', 'events', 'user_id', 'created_at'])
        .orderBy('id')
        .execute();
      return rows.map(({ id, events, user_id: userId, created_at: createdAt }) => ({
        ...{ id, userId, createdAt },
        events: new Set(JSON.parse(events) as WebhookEvent[]),
      }));
    },
    /** Where to send, and with what to sign; undefined once it was deleted. */
    find: async (id: number): Promise<{ url: string; secret: string | undefined } | undefined> => {
      const row = await db
        .selectFrom('webhooks')
        .select(['url', 'secret'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { url: row.url, secret: secrets.open(row.secret) };
    },
    hasUser: async (id: number): Promise<boolean> =>
      (await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
    /** The secret is answered here only; undefined, and nothing is stored, when there are too many. */
    create: ({ url, events, userId }: NewWebhook, { at, author }: AuditContext) =>
      db.transaction().execute(async (transaction) => {
        const { count } = await transaction
          .selectFrom('webhooks')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= WEBHOOKS_AT_MOST) return undefined;
        const secret = randomBytes(SECRET_BYTES).toString('base64url');
        const { id } = await transaction
          .insertInto('webhooks')
          .values({
            ...{ url, events: JSON.stringify(events), user_id: userId, created_at: at },
            secret: secrets.seal(secret),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const after = { url: withoutQuery(url), events, userId };
        await appendAudit(transaction, {
          ...{ at, author, action: 'webhooks.create', target: `webhook:${id}`, after },
        });
        return { id, secret };
      }),
    /** False when there is none such. */
    delete: (id: number, { at, author }: AuditContext): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const deleted = await transaction
          .deleteFrom('webhooks')
          .where('id', '=', id)
          .returning(['url', 'user_id'])
          .executeTakeFirst();
        if (!deleted) return false;
        await transaction
          .updateTable('notifications')
          .set({ outcome: 'unlinked', finished_at: at, claimed_until: null })
          .where('channel', '=', 'webhook')
          .where('recipient', '=', String(id))
          .where('finished_at', 'is', null)
          .execute();
        const before = { url: withoutQuery(deleted.url), userId: deleted.user_id };
        await appendAudit(transaction, {
          ...{ at, author, action: 'webhooks.delete', target: `webhook:${id}`, before },
        });
        return true;
      }),
  };
}

function selectDeliveries(db: Kysely<Database>, id: number) {
  return db
    .selectFrom('notifications')
    .selectAll()
    .where('channel', '=', 'webhook')
    .where('recipient', '=', String(id));
}

function toDelivery(row: QueuedNotification): WebhookDelivery {
  const { recipient, key, created_at: createdAt, outcome, not_before: notBefore } = row;
  const isWaiting = outcome === null;
  const { event } = JSON.parse(row.facts) as Facts['event'];
  return {
    id: deliveryIdOf({ key, recipient, createdAt }),
    event,
    created_at: isoTime(createdAt),
    state: isWaiting ? 'waiting' : outcome === 'sent' ? 'delivered' : 'failed',
    attempts: row.attempts,
    status_code: row.status_code,
    failure: row.failure,
    next_try_at: isWaiting ? isoTime(Math.max(notBefore, createdAt)) : null,
  };
}

/** Some receivers know their callers by what stands there: it is as good as a password. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
