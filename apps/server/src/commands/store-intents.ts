import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { Insertable, Kysely } from 'kysely';
import { type AuditAuthor, type AuditRecord, appendAudits } from '../database/audit-trail.ts';
import { compileOnceForRows } from '../database/compile-once.ts';
import type { Database } from '../database/schema.ts';
import { failPoint } from '../platform/fail-point.ts';
import { FOR_ALL, type RecordedTargets } from './command-request.ts';
import { beginSchedules, ClaimLostError, type ExecutedSchedule, listClaimed } from './executed-schedule.ts';
import { findStored, type StoredIds } from './find-stored.ts';
import { type DeliveryIntent, storeDeliveries } from './store-deliveries.ts';

/** A command to store, with one row per device; nothing of it was sent yet. */
export type CommandIntent = {
  /** Unique: the same command is stored once, however often it is tried. */
  key: string;
  createdAt: number;
  deadlineAt: number;
  author: AuditAuthor;
  origin: CommandOrigin;
  deviceType: LampDeviceType;
  /** Null when each device has a value of its own. */
  value: DeviceStatus | null;
  /** For all that its author sees, unless told otherwise. */
  whom?: RecordedTargets;
  sourceId: number | null;
  schedule: ExecutedSchedule | null;
  lampTestId?: number | undefined;
  /** The second person who approved it, where one was needed. */
  approvedBy?: string | undefined;
  deliveries: readonly DeliveryIntent[];
};

/**
 * Thrown when the time in which a schedule may be sent ran out while it was stored: nothing was, and it may begin later
 * (docs/rules.md#execution).
 */
export class NotProblem extends Error {}

/**
 * Stores commands in their order; a ClaimLostError takes the place of one whose schedule is claimed no longer. One that
 * is stored already, because the answer to its commit was lost, is found again. All of them take one statement per
 * table. To be called in a transaction.
 */
export async function storeIntents(
  db: Kysely<Database>,
  intents: readonly CommandIntent[],
  serverId: string,
  isInTime: () => boolean = () => true,
): Promise<(StoredIds | ClaimLostError)[]> {
  const scheduled = intents.filter(({ schedule }) => schedule !== null);
  const earlier = await findStored(db, scheduled);
  const claimed = await listClaimed(
    db,
    scheduled.flatMap(({ key, schedule }) => (schedule && !earlier.has(key) ? schedule : [])),
  );
  const mayBeStored = ({ key, schedule }: CommandIntent) =>
    schedule === null || (!earlier.has(key) && claimed.has(schedule.id));
  const stored = await store(db, intents.filter(mayBeStored), serverId);
  // Once it is `in corso` no one tries it again: what nobody will send must not be.
  if (stored.size > 0 && !isInTime()) throw new NotProblem('stored too late to be sent');
  // An earlier try may still be at its commit on PostgreSQL. Both the claim and the key of the command wait for its
  // end, and only then is it known whether the command is there.
  const others = await findStored(
    db,
    intents.filter(({ key }) => !stored.has(key) && !earlier.has(key)),
  );
  return intents.map(({ key, schedule }) => {
    const ids = stored.get(key) ?? earlier.get(key) ?? others.get(key);
    if (ids) return ids;
    if (schedule === null) throw new Error('the command is neither stored nor there');
    return new ClaimLostError();
  });
}

/** Those that are there already are left out. */
async function store(
  db: Kysely<Database>,
  intents: readonly CommandIntent[],
  serverId: string,
): Promise<Map<string, StoredIds>> {
  if (intents.length === 0) return new Map();
  const inserted = await insertCommands(
    db,
    intents.map((intent) => toRow(intent, serverId)),
  );
  const ids = new Map(inserted.map(({ id, intent_key: key }) => [key, id]));
  const commands = intents.flatMap((intent) => {
    const commandId = ids.get(intent.key);
    return commandId === undefined ? [] : [{ ...intent, commandId }];
  });
  await beginSchedules(
    db,
    commands.flatMap(({ schedule, commandId }) => (schedule ? { id: schedule.id, commandId } : [])),
  );
  const deliveries = await storeDeliveries(db, commands);
  await appendAudits(db, commands.map(toAudit));
  for (const _command of commands) failPoint('before-mark');
  return new Map(
    commands.map(({ key, commandId }) => [
      key,
      { commandId, deliveryIds: deliveries.get(commandId) ?? new Map<number, number>() },
    ]),
  );
}

function toRow(intent: CommandIntent, serverId: string): Insertable<Database['commands']> {
  const { whom = FOR_ALL } = intent;
  return {
    created_at: intent.createdAt,
    author_id: intent.author.id,
    username: intent.author.username,
    origin: intent.origin,
    device_type: intent.deviceType,
    value: intent.value,
    deadline_at: intent.deadlineAt,
    source_id: intent.sourceId,
    schedule_id: intent.schedule?.id ?? null,
    served_by: serverId,
    intent_key: intent.key,
    whom: whom.kind,
    group_name: whom.group,
    lamp_test_id: intent.lampTestId ?? null,
    approved_by: intent.approvedBy ?? null,
  };
}

const insertCommands = compileOnceForRows((db, rows: readonly Insertable<Database['commands']>[]) =>
  db
    .insertInto('commands')
    .values(rows)
    .onConflict((conflict) => conflict.column('intent_key').doNothing())
    .returning(['id', 'intent_key']),
);

function toAudit(intent: CommandIntent & { commandId: number }): AuditRecord {
  const { whom = FOR_ALL, approvedBy } = intent;
  return {
    at: intent.createdAt,
    author: intent.author,
    action: 'commands.send',
    target: `command:${intent.commandId}`,
    after: {
      origin: intent.origin,
      deviceType: intent.deviceType,
      value: intent.value,
      devices: intent.deliveries.length,
      whom: whom.kind,
      ...(whom.group !== null && { group: whom.group }),
      ...(approvedBy !== undefined && { approvedBy }),
    },
  };
}
