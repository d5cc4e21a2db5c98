import type { ExpressionBuilder, Kysely } from 'kysely';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import {
  selectHalfWritten,
  selectUnfinished,
  toUnfinished,
  type UnfinishedDelivery,
} from './unfinished-deliveries.ts';

/** How deliveries go on once their command is stored. */
export type DeliveriesRepository = {
  /**
   * What this server left unfinished when it ended midway, in the order of acceptance. Of the confirmed ones only
   * those with a deadline after `now`. To be asked at the start only: later they are under way.
   */
  listOwnUnfinished: (now: number) => Promise<UnfinishedDelivery[]>;
  /** The same of commands that this server took over. */
  listUnfinishedOf: (commandIds: readonly number[], now: number) => Promise<UnfinishedDelivery[]>;
  /** What is unfinished, of this server and of others, with a deadline before that time (epoch ms). */
  listOverdue: (deadlineBefore: number) => Promise<UnfinishedDelivery[]>;
  /** Of the deliveries with those ids, the ids of those after which another was accepted for the same device. */
  listOutdated: (deliveryIds: readonly number[]) => Promise<Set<number>>;
  /** The ids of the commands that failed to which any of the deliveries belongs. */
  listFailedCommandsOf: (deliveryIds: readonly number[]) => Promise<number[]>;
  /** The ids of the commands that failed, accepted by this server since then (epoch ms). */
  listOwnFailedCommandsSince: (since: number) => Promise<number[]>;
};

/** `serverId` identifies the server whose deliveries are its own. */
export function createDeliveriesRepository(db: Kysely<Database>, serverId: string): DeliveriesRepository {
  return {
    listOwnUnfinished: async (now) => {
      const unfinished = await selectUnfinished(db).where('served_by', '=', serverId).execute();
      const halfWritten = await selectHalfWritten(db, now).where('served_by', '=', serverId).execute();
      return [...unfinished, ...halfWritten]
        .sort((a, b) => a.id - b.id)
        .map((row) => toUnfinished(row, serverId));
    },
    listUnfinishedOf: async (commandIds, now) => {
      const rows: UnfinishedDelivery[] = [];
      for (const some of inChunks(commandIds)) {
        for (const query of [selectUnfinished(db), selectHalfWritten(db, now)]) {
          const found = await query.where('deliveries.command_id', 'in', some).execute();
          rows.push(...found.map((row) => toUnfinished(row, serverId)));
        }
      }
      return rows.sort((a, b) => a.id - b.id);
    },
    listOverdue: async (deadlineBefore) => {
      const rows = await selectUnfinished(db).where('deadline_at', '<', deadlineBefore).execute();
      return rows.map((row) => toUnfinished(row, serverId));
    },
    listOutdated: async (deliveryIds) => {
      const outdated = new Set<number>();
      for (const some of inChunks(deliveryIds)) {
        const rows = await selectOutdated(db, some).execute();
        for (const { id } of rows) outdated.add(id);
      }
      return outdated;
    },
    listFailedCommandsOf: async (deliveryIds) => {
      const found = new Set<number>();
      for (const some of inChunks(deliveryIds)) {
        const rows = await selectFailedCommands(db)
          .where('commands.id', 'in', (eb) =>
            eb.selectFrom('deliveries').select('deliveries.command_id').where('deliveries.id', 'in', some),
          )
          .execute();
        for (const { id } of rows) found.add(id);
      }
      return [...found];
    },
    listOwnFailedCommandsSince: async (since) => {
      const rows = await selectFailedCommands(db)
        .where('commands.served_by', '=', serverId)
        .where('commands.created_at', '>=', since)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

function selectOutdated(db: Kysely<Database>, deliveryIds: readonly number[]) {
  return db
    .selectFrom('deliveries')
    .select('id')
    .where('id', 'in', deliveryIds)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deliveries as newer')
          .select('newer.id')
          .whereRef('newer.device_id', '=', 'deliveries.device_id')
          .whereRef('newer.id', '>', 'deliveries.id'),
      ),
    );
}

/** Commands to all devices of a type that have ended and that not all devices confirmed, by their ids. */
function selectFailedCommands(db: Kysely<Database>) {
  const deliveriesOf = (eb: ExpressionBuilder<Database, 'commands'>) =>
    eb.selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.command_id', '=', 'commands.id');
  return db
    .selectFrom('commands')
    .select('commands.id')
    .where('commands.origin', '!=', 'interruttore')
    .where((eb) => eb.exists(deliveriesOf(eb).where('deliveries.state', 'in', ['fallito', 'scaduto'])))
    .where((eb) =>
      eb.not(eb.exists(deliveriesOf(eb).where('deliveries.state', 'in', ['accettato', 'inviato']))),
    )
    .orderBy('commands.id');
}
