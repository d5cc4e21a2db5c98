import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import { type AuditAuthor, appendAudit, PROGRAM } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import { endSchedules } from '../database/schedule-end.ts';
import type { CommandOrigin, Database } from '../database/schema.ts';
import { failPoint } from '../platform/fail-point.ts';
import { ClaimLostError, type ExecutedSchedule } from './executed-schedule.ts';

/** A command to store, with one row per device; nothing of it was sent yet. */
export type CommandIntent = {
  createdAt: number;
  deadlineAt: number;
  author: AuditAuthor;
  origin: CommandOrigin;
  deviceType: DeviceType;
  /** Null when each device has a value of its own. */
  value: DeviceStatus | null;
  sourceId: number | null;
  schedule: ExecutedSchedule | null;
  deliveries: readonly DeliveryIntent[];
};

export type DeliveryIntent = {
  deviceId: number;
  deviceName: string | null;
  deviceTopic: string;
  ownerId: number | null;
  value: DeviceStatus;
  previousStatus: DeviceStatus | null;
  payloads: string;
};

export type StoredDelivery = {
  id: number;
  commandId: number;
  deviceId: number | null;
  deviceLabel: string;
  ownerId: number | null;
  value: DeviceStatus;
  previousStatus: DeviceStatus | null;
  state: DeliveryState;
  reason: string | null;
};

export type StoredCommand = {
  id: number;
  createdAt: number;
  deviceType: DeviceType;
  value: DeviceStatus | null;
  deliveries: StoredDelivery[];
};

type StoredIds = { commandId: number; deliveryIds: Map<number, number> };

export type CommandsRepository = {
  /**
   * Commits commands together, in their order. Each comes with its deliveries (`accettato`), its audit row and the
   * end of the schedule that it executes. Returns the id of each command, and the id of each delivery by device. When
   * the claim on a schedule was lost, nothing of its command is stored; a ClaimLostError takes its place in the
   * result.
   */
  storeAll: (intents: readonly CommandIntent[]) => Promise<(StoredIds | ClaimLostError)[]>;
  /** The command with its deliveries in the order of their ids, or undefined. */
  find: (commandId: number) => Promise<StoredCommand | undefined>;
  /** The devices that were commanded after a command, other than by repeating or undoing it. */
  devicesCommandedAfter: (commandId: number) => Promise<Set<number>>;
};

/** `serverId` says who has the commands under way that are stored here. */
export function createCommandsRepository(db: Kysely<Database>, serverId: string): CommandsRepository {
  return {
    storeAll: (intents) =>
      db.transaction().execute(async (transaction) => {
        const stored: (StoredIds | ClaimLostError)[] = [];
        for (const intent of intents) {
          const isLost = intent.schedule !== null && !(await holdsClaim(transaction, intent.schedule));
          stored.push(isLost ? new ClaimLostError() : await store(transaction, { ...intent, serverId }));
        }
        return stored;
      }),
    find: async (commandId) => {
      const command = await db
        .selectFrom('commands')
        .selectAll()
        .where('id', '=', commandId)
        .executeTakeFirst();
      if (!command) return undefined;
      const rows = await storedDeliveries(db).where('command_id', '=', commandId).orderBy('id').execute();
      return {
        id: command.id,
        createdAt: command.created_at,
        deviceType: command.device_type,
        value: command.value,
        deliveries: rows.map(toStoredDelivery),
      };
    },
    devicesCommandedAfter: async (commandId) => {
      const rows = await db
        .selectFrom('deliveries')
        .innerJoin('commands', 'commands.id', 'deliveries.command_id')
        .select('deliveries.device_id')
        .distinct()
        .where('deliveries.command_id', '>', commandId)
        .where((eb) =>
          eb.or([eb('commands.source_id', 'is', null), eb('commands.source_id', '!=', commandId)]),
        )
        .execute();
      return new Set(rows.flatMap(({ device_id }) => device_id ?? []));
    },
  };
}

async function store(db: Kysely<Database>, intent: CommandIntent & { serverId: string }) {
  const { id: commandId } = await db
    .insertInto('commands')
    .values({
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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (intent.schedule) {
    const end = { ...intent.schedule, commandId, author: PROGRAM, at: intent.createdAt };
    await endSchedules(db, { id: intent.schedule.id }, end);
  }
  const deliveryIds = new Map<number, number>();
  for (const some of inChunks(intent.deliveries)) {
    const rows = await db
      .insertInto('deliveries')
      .values(
        some.map((delivery) => ({
          command_id: commandId,
          device_id: delivery.deviceId,
          device_name: delivery.deviceName,
          device_topic: delivery.deviceTopic,
          owner_id: delivery.ownerId,
          value: delivery.value,
          previous_status: delivery.previousStatus,
          payloads: delivery.payloads,
          state: 'accettato' as const,
          reason: null,
          created_at: intent.createdAt,
          state_changed_at: intent.createdAt,
        })),
      )
      .returning(['id', 'device_id'])
      .execute();
    for (const { id, device_id } of rows) if (device_id !== null) deliveryIds.set(device_id, id);
  }
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
    },
  });
  failPoint('before-mark');
  return { commandId, deliveryIds };
}

/**
 * True when this server still holds the claim on the schedule. From here to the commit no other server can end it.
 */
async function holdsClaim(db: Kysely<Database>, { id, token }: ExecutedSchedule): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('schedules')
    .set({ fencing_token: token })
    .where('id', '=', id)
    .where('executed', '=', 0)
    .where('fencing_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function storedDeliveries(db: Kysely<Database>) {
  return db
    .selectFrom('deliveries')
    .select([
      'id',
      'command_id',
      'device_id',
      'device_name',
      'device_topic',
      'owner_id',
      'value',
      'previous_status',
      'state',
      'reason',
    ]);
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof storedDeliveries>['execute']>>[number];

function toStoredDelivery(row: DeliveryRow): StoredDelivery {
  return {
    id: row.id,
    commandId: row.command_id,
    deviceId: row.device_id,
    deviceLabel: labelOf(row),
    ownerId: row.owner_id,
    value: row.value,
    previousStatus: row.previous_status,
    state: row.state,
    reason: row.reason,
  };
}
