import type { LampDeviceType } from '@semaforo/contract/domain/channels';
import { UNDECIDED_ORIGINS } from '@semaforo/contract/domain/command-rules';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { type DeviceOwnership, SOLE_OWNER } from '../cluster/cluster.port.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import type { ClaimLostError } from './executed-schedule.ts';
import type { StoredIds } from './find-stored.ts';
import { type CommandIntent, storeIntents } from './store-intents.ts';
import {
  type StoredCommand,
  selectStoredDeliveries,
  toStoredCommand,
  toStoredDelivery,
  withRetries,
} from './stored-command.ts';

export type CommandsRepository = {
  /**
   * Commits commands together, in their order. Each comes with its deliveries (`accettato`) and its audit row, and
   * makes the schedule that it executes `in corso`. Returns the id of each command, and the id of each delivery by
   * device. When the claim on a schedule was lost, nothing of its command is stored; a ClaimLostError takes its place
   * in the result. To try the same intents again is safe. `isInTime` is asked before the commit of what was not there
   * yet; if it says no, nothing is stored and a NotProblem is thrown.
   */
  storeAll: (
    intents: readonly CommandIntent[],
    options?: { isInTime?: () => boolean },
  ) => Promise<(StoredIds | ClaimLostError)[]>;
  /** The command with its deliveries in the order of their ids, or undefined. */
  find: (commandId: number) => Promise<StoredCommand | undefined>;
  /** The command, or the one that it retries, with what its retries made of it; or undefined. */
  findWhole: (commandId: number) => Promise<StoredCommand | undefined>;
  /** The id of the newest command for devices of a type that the owner had then; of all owners without one. */
  findLast: (type: LampDeviceType, ownerId: number | undefined) => Promise<number | undefined>;
  /** True when the command has a delivery to a device that the owner had then; any device without an owner. */
  exists: (commandId: number, ownerId: number | undefined) => Promise<boolean>;
  /** The devices that were commanded after a command, other than by repeating or undoing it. */
  devicesCommandedAfter: (commandId: number) => Promise<Set<number>>;
};

/** What another transaction holds for longer holds up one command, not those that share its commit or come after. */
const LOCK_WITHIN_MS = 2000;

/** `serverId` says who has the commands under way that are stored here; `ownership`: who may command a device. */
export function createCommandsRepository(
  db: Kysely<Database>,
  serverId: string,
  {
    engine = 'sqlite',
    ownership = SOLE_OWNER,
    lockWithinMs = LOCK_WITHIN_MS,
  }: { engine?: Engine; ownership?: Pick<DeviceOwnership, 'claim'>; lockWithinMs?: number | undefined } = {},
): CommandsRepository {
  const find = async (commandId: number) => {
    const command = await selectCommand(db, commandId);
    if (!command) return undefined;
    const rows = await selectStoredDeliveries(db).where('command_id', '=', commandId).orderBy('id').execute();
    return toStoredCommand(command, rows.map(toStoredDelivery));
  };
  return {
    storeAll: async (intents, { isInTime } = {}) => {
      const devices = intents.flatMap(({ deliveries }) => deliveries.map(({ deviceId }) => deviceId));
      const { committed, stored } = await db.transaction().execute(async (transaction) => {
        if (engine === 'postgres') await waitForLocks(transaction, lockWithinMs);
        return {
          // First: only then are the ids of deliveries to one device in the order of the commits.
          committed: await ownership.claim(transaction, devices),
          stored: await storeIntents(transaction, intents, serverId, isInTime),
        };
      });
      committed();
      return stored;
    },
    find,
    findWhole: async (commandId) => {
      const given = await selectCommand(db, commandId);
      const isRetry = given?.origin === 'ripetizione' && given.source_id !== null;
      const command = isRetry ? await selectCommand(db, given.source_id ?? commandId) : given;
      if (!command) return undefined;
      const rows = await selectStoredDeliveries(db)
        .where('command_id', 'in', (eb) => idsWithRetries(eb.selectFrom('commands'), command.id))
        .orderBy('id')
        .execute();
      return toStoredCommand(command, withRetries(rows.map(toStoredDelivery)));
    },
    findLast: async (type, ownerId) => {
      let query = db
        .selectFrom('commands')
        .select('commands.id')
        .where('commands.device_type', '=', type)
        .where('commands.origin', 'not in', UNDECIDED_ORIGINS)
        .orderBy('commands.id', 'desc')
        .limit(1);
      if (ownerId !== undefined) {
        query = query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('deliveries')
              .select('deliveries.id')
              .whereRef('deliveries.command_id', '=', 'commands.id')
              .where('deliveries.owner_id', '=', ownerId),
          ),
        );
      }
      return (await query.executeTakeFirst())?.id;
    },
    exists: async (commandId, ownerId) => {
      let query = db.selectFrom('deliveries').select('id').where('command_id', '=', commandId).limit(1);
      if (ownerId !== undefined) query = query.where('owner_id', '=', ownerId);
      return (await query.executeTakeFirst()) !== undefined;
    },
    devicesCommandedAfter: async (commandId) => {
      // SQLite takes a cross join in this order: it would rather read all deliveries in that of their devices.
      const rows = await db
        .selectFrom('commands')
        .crossJoin('deliveries')
        .select('deliveries.device_id')
        .distinct()
        .whereRef('deliveries.command_id', '=', 'commands.id')
        .where('commands.id', '>', commandId)
        // A lamp test ends with what the device showed before.
        .where('commands.origin', 'not in', UNDECIDED_ORIGINS)
        .where((eb) =>
          eb.or([eb('commands.source_id', 'is', null), eb('commands.source_id', '!=', commandId)]),
        )
        .execute();
      return new Set(rows.flatMap(({ device_id }) => device_id ?? []));
    },
  };
}

async function waitForLocks(transaction: Kysely<Database>, atMostMs: number): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(atMostMs)}`.execute(transaction);
}

function selectCommand(db: Kysely<Database>, id: number) {
  return db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirst();
}

function idsWithRetries(commands: SelectQueryBuilder<Database, 'commands', object>, id: number) {
  return commands
    .select('commands.id')
    .where((eb) =>
      eb.or([
        eb('commands.id', '=', id),
        eb.and([eb('commands.source_id', '=', id), eb('commands.origin', '=', 'ripetizione')]),
      ]),
    );
}
