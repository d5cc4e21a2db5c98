import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import type { Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type MissedSchedule, markMissedSchedules } from './mark-missed-schedules.ts';

/** How a delivery went on. `at` is epoch milliseconds. */
export type DeliveryChange = {
  id: number;
  state: DeliveryState;
  reason: string | null;
  /** How much of it was handed to the broker while the device could hear it: 0 nothing, 1 something, 2 all. */
  sent: 0 | 1 | 2;
  at: number;
};

/**
 * Stores changes of deliveries and returns the schedules that were missed with them. To be called in a transaction.
 * Deliveries with the same state and reason in the same batch share a statement.
 */
export async function saveDeliveryChanges(
  db: Kysely<Database>,
  changes: readonly DeliveryChange[],
): Promise<MissedSchedule[]> {
  const missed: MissedSchedule[] = [];
  const alike = new Map<string, DeliveryChange[]>();
  for (const change of changes) {
    const id = JSON.stringify([change.state, change.reason, change.sent]);
    alike.set(id, [...(alike.get(id) ?? []), change]);
  }
  for (const group of alike.values()) {
    for (const part of inChunks(group)) {
      const [first] = part;
      if (!first) continue;
      const deliveryIds = part.map(({ id }) => id);
      await db
        .updateTable('deliveries')
        .set({
          state: first.state,
          reason: first.reason,
          state_changed_at: first.at,
          // What was sent stays sent: one that a restart sends again may not get that far.
          ...(first.sent > 0 && { sent: first.sent }),
        })
        .where('id', 'in', deliveryIds)
        .execute();
      if (first.state === 'fallito' || first.state === 'scaduto') {
        missed.push(...(await markMissedSchedules(db, { deliveryIds, at: first.at })));
      }
    }
  }
  return missed;
}
