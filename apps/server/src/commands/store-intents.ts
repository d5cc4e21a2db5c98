import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { Insertable, Kysely } from 'kysely';
import { type AuditAuthor, appendAudit } from '../database/audit-trail.ts';
import { compileOnce } from '../database/compile-once.ts';
import type { Database } from '../database/schema.ts';
import { failPoint } from '../platform/fail-point.ts';
import { FOR_ALL, type RecordedWhom } from './command-request.ts';
import { beginSchedule, ClaimLostError, type ExecutedSchedule, holdsClaim } from './executed-schedule.ts';
import { type DeliveryIntent, idsByDevice, storeDeliveries } from './store-deliveries.ts';

/** A command to store, with one row per device; nothing of it was sent yet. */
export type CommandIntent = {
  /** Unique: the same command is stored once, however often it is tried. */
  key: string;
  createdAt: number;
  deadlineAt: number;
  author: AuditAuthor;
  origin: CommandOrigin;
  deviceType: DeviceType;
  /** Null when each device has a value of its own. */
  value: DeviceStatus | null;
  /** For all that its author sees, unless told otherwise. */
  whom?: RecordedWhom;
  sourceId: number | null;
  schedule: ExecutedSchedule | null;
  lampTestId?: number | undefined;
  /** The second person who approved it, where one was needed. */
  approvedBy?: string | undefined;
  deliveries: readonly DeliveryIntent[];
};

/** The id of a stored command, and the id of each delivery by device. */
export type StoredIds = { commandId: number; deliveryIds: Map<number, number> };

/**
 * Stores commands in their order; a ClaimLostError takes the place of one whose schedule is claimed no longer. One that
 * is stored already, because the answer to its commit was lost, is found again. To be called in a transaction.
 */
export async function storeIntents(
  db: Kysely<Database>,
  intents: readonly CommandIntent[],
  serverId: string,
): Promise<(StoredIds | ClaimLostError)[]> {
  const stored: (StoredIds | ClaimLostError)[] = [];
  for (const intent of intents) stored.push(await storeIntent(db, { ...intent, serverId }));
  return stored;
}

type OwnIntent = CommandIntent & { serverId: string };

/**
 * An earlier try may still be at its commit on PostgreSQL. Both the claim and the key of the command wait for its end,
 * and only then is it known whether the command is there.
 */
async function storeIntent(db: Kysely<Database>, intent: OwnIntent): Promise<StoredIds | ClaimLostError> {
  if (intent.schedule !== null) {
    const earlier = await findStored(db, intent.key);
    if (earlier) return earlier;
    if (!(await holdsClaim(db, intent.schedule))) {
      return (await findStored(db, intent.key)) ?? new ClaimLostError();
    }
  }
  const stored = (await store(db, intent)) ?? (await findStored(db, intent.key));
  if (!stored) throw new Error('the command is neither stored nor there');
  return stored;
}

/** Undefined when the command is there already. */
async function store(db: Kysely<Database>, intent: OwnIntent): Promise<StoredIds | undefined> {
  const { whom = FOR_ALL } = intent;
  const [command] = await insertCommand(db, {
    created_at: intent.createdAt,
    author_id: intent.author.id,
    username: intent.author.username,
    origin: intent.origin,
    device_type: intent.deviceType,
    value: intent.value,
    deadline_at: intent.deadlineAt,
    source_id: intent.sourceId,
    schedule_id: intent.schedule?.id ?? null,
    served_by: intent.serverId,
    intent_key: intent.key,
    whom: whom.kind,
    group_name: whom.group,
    lamp_test_id: intent.lampTestId ?? null,
    approved_by: intent.approvedBy ?? null,
  });
  if (!command) return undefined;
  const commandId = command.id;
  if (intent.schedule) await beginSchedule(db, intent.schedule, commandId);
  const deliveryIds = await storeDeliveries(db, commandId, intent);
  await appendAudit(db, {
    at: intent.createdAt,
    author: intent.author,
    action: 'commands.send',
    target: `command:${commandId}`,
    after: {
      origin: intent.origin,
      deviceType: intent.deviceType,
      value: intent.value,
      devices: intent.deliveries.length,
      whom: whom.kind,
      ...(whom.group !== null && { group: whom.group }),
      ...(intent.approvedBy !== undefined && { approvedBy: intent.approvedBy }),
    },
  });
  failPoint('before-mark');
  return { commandId, deliveryIds };
}

const insertCommand = compileOnce((db, row: Insertable<Database['commands']>) =>
  db
    .insertInto('commands')
    .values(row)
    .onConflict((conflict) => conflict.column('intent_key').doNothing())
    .returning('id'),
);

async function findStored(db: Kysely<Database>, key: string): Promise<StoredIds | undefined> {
  const [command] = await findCommand(db, { key });
  if (!command) return undefined;
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'device_id'])
    .where('command_id', '=', command.id)
    .execute();
  return { commandId: command.id, deliveryIds: idsByDevice(rows) };
}

const findCommand = compileOnce((db, { key }: { key: string }) =>
  db.selectFrom('commands').select('id').where('intent_key', '=', key),
);
