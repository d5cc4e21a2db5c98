import { randomUUID } from 'node:crypto';
import type { WebhookEvent } from '@semaforo/contract/domain/webhook-events';
import type { Kysely } from 'kysely';
import { inChunks } from '../../../database/in-chunks.ts';
import type { WebhookConditionsTable } from '../../../database/schema/webhooks.ts';
import type { Database } from '../../../database/schema.ts';
import type { Clock } from '../../../platform/clock.ts';
import { runInChunks } from '../../../platform/run-in-chunks.ts';
import { type Enqueue, type OutboundEvent, ownedBy } from '../../notification.ts';
import { newsFor } from './follow-events.ts';
import type { Subscription } from './webhooks.repository.ts';

type Condition = WebhookConditionsTable['condition'] | 'ok';

/** A device as other systems read of it. */
export type OutboundDevice = {
  ownerId: number | null;
  condition: Condition;
  /** Since when it is so (epoch ms); null: not known. */
  since: number | null;
  data: object;
};

/** Undefined: it is gone, or nothing can be said of it now. */
export type ReadOutboundDevice = (id: number) => OutboundDevice | undefined;

const EVENTS: Readonly<Record<Condition, WebhookEvent>> = {
  error: 'device.error',
  out_of_sync: 'device.out_of_sync',
  ok: 'device.ok',
};
const STORED_AT_ONCE = 50;

type Change = { id: number; device: OutboundDevice };

/**
 * Stores a delivery when a device is in error, out of sync or well again, and with it what was sent of it last: what
 * changed while no server ran is sent by the next one.
 */
export function createFollowDevices(options: {
  db: Kysely<Database>;
  read: ReadOutboundDevice;
  listIds: () => readonly number[];
  enqueue: Enqueue;
  clock: Clock;
}) {
  const { db, clock } = options;
  let sent: Map<number, Condition> | undefined;
  let noted = new Set<number>();

  const begin = async () => {
    const rows = await db.selectFrom('webhook_conditions').selectAll().execute();
    noted = new Set(options.listIds());
    return new Map<number, Condition>(rows.map((row) => [row.device_id, row.condition]));
  };

  const store = async (changes: readonly Change[], subscriptions: readonly Subscription[]) => {
    const events = changes.map(
      ({ id, device }): OutboundEvent => ({
        ...{ key: `device:${id}:${randomUUID()}`, event: EVENTS[device.condition] },
        ...{ at: device.since ?? clock.now(), dataFor: ownedBy(device.ownerId, device.data) },
      }),
    );
    const news = await newsFor(events, subscriptions, clock.now());
    const ids = changes.map(({ id }) => id);
    const rows = changes.flatMap(({ id, device: { condition } }) =>
      condition === 'ok' ? [] : [{ device_id: id, condition }],
    );
    await db.transaction().execute(async (transaction) => {
      for (const one of news) await options.enqueue(one, transaction);
      await transaction.deleteFrom('webhook_conditions').where('device_id', 'in', ids).execute();
      if (rows.length === 0) return;
      // A device may have been deleted meanwhile: only those that still exist get a row.
      const there = await transaction.selectFrom('devices').select('id').where('id', 'in', ids).execute();
      const known = new Set(there.map(({ id }) => id));
      const kept = rows.filter((row) => known.has(row.device_id));
      if (kept.length > 0) await transaction.insertInto('webhook_conditions').values(kept).execute();
    });
  };

  return {
    /** To be called whenever a device may have changed. */
    note: (id: number) => {
      if (sent) noted.add(id);
    },
    reset: () => {
      sent = undefined;
    },
    follow: async (subscriptions: readonly Subscription[]): Promise<void> => {
      const known = sent ?? (await begin());
      sent = known;
      const looked = noted;
      noted = new Set();
      const changes: Change[] = [];
      await runInChunks([...looked], (some) => {
        for (const id of some) {
          const device = options.read(id);
          if (device && device.condition !== (known.get(id) ?? 'ok')) changes.push({ id, device });
        }
      });
      try {
        for (const some of inChunks(changes, STORED_AT_ONCE)) {
          await store(some, subscriptions);
          for (const { id, device } of some) known.set(id, device.condition);
        }
      } catch (error) {
        noted = new Set([...looked, ...noted]);
        throw error;
      }
    },
  };
}
