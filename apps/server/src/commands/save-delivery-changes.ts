import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type DeliveryState, isUnderWay } from '@semaforo/contract/domain/delivery-state';
import type { LampColor } from '@semaforo/contract/domain/lamps';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { compileOnce } from '../database/compile-once.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { type EndedSchedule, type ScheduledCommand, settleSchedules } from './settle-schedules.ts';

/** Instants of sending that are nearer to each other share a statement. */
const SENT_AT_GRAIN_MS = 100;

/** How a delivery went on. `at` is epoch milliseconds. */
export type DeliveryChange = {
  id: number;
  state: DeliveryState;
  reason: string | null;
  /** How much of it was handed to the broker while the device could hear it: 0 nothing, 1 something, 2 all. */
  sent: 0 | 1 | 2;
  /** When its first message was handed over (epoch ms), where that is known. */
  sentAt?: number | null;
  /** What the device showed when it had ended otherwise than confirmed; null when that is not known. */
  shown: DeviceStatus | null;
  /** The lamps that were lit then. */
  lit?: readonly LampColor[];
  /** True while others of its command are under way here: then neither its schedule nor the command has ended. */
  goesOn?: boolean;
  at: number;
};

/**
 * Stores changes of deliveries and returns the schedules that ended with them. To be called in a transaction.
 * Deliveries with the same state and reason in the same batch share a statement.
 */
export async function saveDeliveryChanges(
  db: Kysely<Database>,
  changes: readonly DeliveryChange[],
): Promise<EndedSchedule[]> {
  const alike = new Map<string, [DeliveryChange, ...DeliveryChange[]]>();
  for (const change of changes) {
    const { state, reason, sent, shown, goesOn = false } = change;
    const key = JSON.stringify([state, reason, sent, shown, severalLit(change), goesOn, sentAtOf(change)]);
    const group = alike.get(key);
    if (group) group.push(change);
    else alike.set(key, [change]);
  }
  const scheduled = new Map<number, ScheduledCommand>();
  for (const group of alike.values()) {
    for (const one of await saveAlike(db, group)) scheduled.set(one.commandId, one);
  }
  return settleSchedules(db, [...scheduled.values()], latestOf(changes));
}

/** Returns the commands of schedules of which a delivery has ended. */
async function saveAlike(
  db: Kysely<Database>,
  group: readonly [DeliveryChange, ...DeliveryChange[]],
): Promise<ScheduledCommand[]> {
  const [first] = group;
  const { state, reason, sent, shown } = first;
  // That of the last: nothing is stored as having happened before the device said so.
  const changedAt = latestOf(group);
  const change = { state, reason, sent, shown, lit: severalLit(first), changedAt, sentAt: sentAtOf(first) };
  const scheduled: ScheduledCommand[] = [];
  for (const ids of inChunks(group.map(({ id }) => id))) {
    const stored = await update(db, change, ids);
    if (isUnderWay(first.state) || first.goesOn === true) continue;
    for (const { commandId, scheduleId } of stored) {
      if (scheduleId !== null) scheduled.push({ commandId, scheduleId });
    }
  }
  return scheduled;
}

/** What deliveries that go on alike have in common. */
type CommonChange = Pick<DeliveryChange, 'state' | 'reason' | 'sent' | 'shown'> & {
  lit: string | null;
  changedAt: number;
  sentAt: number | null;
};

async function update(db: Kysely<Database>, change: CommonChange, ids: readonly number[]) {
  const [only = 0] = ids;
  if (ids.length > 1) return (change.sent > 0 ? updateSent : updateUnsent)(db, change, ids).execute();
  return (change.sent > 0 ? updateOneSent : updateOneUnsent)(db, { ...change, id: only });
}

function updateUnsent(db: Kysely<Database>, change: CommonChange, ids: readonly number[]) {
  const { state, reason, shown, lit, changedAt } = change;
  return db
    .updateTable('deliveries')
    .set({ state, reason, shown, lit, state_changed_at: changedAt })
    .where('id', 'in', ids)
    .returning((eb) => ['command_id as commandId', scheduleOf(eb).as('scheduleId')]);
}

/** What was sent stays sent: one that a restart sends again may not get that far. */
function updateSent(db: Kysely<Database>, change: CommonChange, ids: readonly number[]) {
  const { sent, sentAt } = change;
  return updateUnsent(db, change, ids).set((eb) => ({
    sent,
    sent_at: eb.fn.coalesce('sent_at', eb.val(sentAt)),
  }));
}

type OneChange = CommonChange & { id: number };
const updateOneUnsent = compileOnce((db, { id, ...change }: OneChange) => updateUnsent(db, change, [id]));
const updateOneSent = compileOnce((db, { id, ...change }: OneChange) => updateSent(db, change, [id]));

/** The schedule that the delivery's command executes. */
function scheduleOf(eb: ExpressionBuilder<Database, 'deliveries'>) {
  return eb
    .selectFrom('commands')
    .select('commands.schedule_id')
    .whereRef('commands.id', '=', 'deliveries.command_id');
}

function latestOf(changes: readonly DeliveryChange[]): number {
  return changes.reduce((latest, { at }) => Math.max(latest, at), 0);
}

function severalLit({ lit = [] }: DeliveryChange): string | null {
  return lit.length > 1 ? lit.join() : null;
}

function sentAtOf({ sent, sentAt, at }: DeliveryChange): number | null {
  return sent === 0 ? null : Math.floor((sentAt ?? at) / SENT_AT_GRAIN_MS) * SENT_AT_GRAIN_MS;
}
