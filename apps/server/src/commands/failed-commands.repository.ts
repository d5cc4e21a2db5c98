import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';

const IDS_PER_STATEMENT = 500;

/** Commands to all devices of a type that have ended, though not all devices confirmed them; by their ids. */
export type FailedCommandsRepository = {
  /** Those to which any of the deliveries belongs. */
  listAmong: (deliveryIds: readonly number[]) => Promise<number[]>;
  /** Those of this server that were given since then (epoch ms). */
  listOwnSince: (since: number) => Promise<number[]>;
};

export function createFailedCommandsRepository(
  db: Kysely<Database>,
  serverId: string,
): FailedCommandsRepository {
  return {
    listAmong: async (deliveryIds) => {
      const found = new Set<number>();
      for (let start = 0; start < deliveryIds.length; start += IDS_PER_STATEMENT) {
        const part = deliveryIds.slice(start, start + IDS_PER_STATEMENT);
        const rows = await failed(db)
          .where('commands.id', 'in', (eb) =>
            eb.selectFrom('deliveries').select('deliveries.command_id').where('deliveries.id', 'in', part),
          )
          .execute();
        for (const { id } of rows) found.add(id);
      }
      return [...found];
    },
    listOwnSince: async (since) => {
      const rows = await failed(db)
        .where('commands.served_by', '=', serverId)
        .where('commands.created_at', '>=', since)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

function failed(db: Kysely<Database>) {
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
