import { labelOf } from '@semaforo/contract/domain/label';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { NAMED_AT_MOST } from './schedule-outcome.ts';

/** What the deliveries of a command came to. Times are epoch milliseconds. */
export type DeliveryTally = {
  commandId: number;
  createdAt: number;
  total: number;
  confirmed: number;
  superseded: number;
  /** Stopped by a person before they were sent. */
  stopped: number;
  sent: number;
  /** When the last of them was first sent; null when none was. */
  sentAt: number | null;
  reason: string | null;
};

/** Of those commands, the ones of which no delivery is under way any more. */
export async function listEndedCommands(
  db: Kysely<Database>,
  commandIds: readonly number[],
): Promise<number[]> {
  if (commandIds.length === 0) return [];
  const rows = await db
    .selectFrom('commands')
    .select('id')
    .where('id', 'in', commandIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.command_id', '=', 'commands.id')
            .where('deliveries.state', 'in', ['accettato', 'inviato']),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts the deliveries of each of those commands, by command. */
export async function tallyDeliveries(
  db: Kysely<Database>,
  commandIds: readonly number[],
): Promise<Map<number, DeliveryTally>> {
  if (commandIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('commands', 'commands.id', 'deliveries.command_id')
    .select((eb) => [
      'deliveries.command_id as commandId',
      'commands.created_at as createdAt',
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'confermato').as('confirmed'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'superato').as('superseded'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'annullato').as('stopped'),
      eb.fn.countAll<number>().filterWhere('sent', '>', 0).as('sent'),
      eb.fn.max('sent_at').as('sentAt'),
      eb.fn.min('reason').as('reason'),
    ])
    .where('command_id', 'in', commandIds)
    .groupBy(['deliveries.command_id', 'commands.created_at'])
    .execute();
  return new Map(rows.map((row) => [row.commandId, row]));
}

/** What the first devices are called that did not confirm the command. */
export async function listUnconfirmed(
  db: Kysely<Database>,
  { commandId, confirmed, total }: DeliveryTally,
): Promise<string[]> {
  if (confirmed === total) return [];
  const rows = await db
    .selectFrom('deliveries')
    .select(['device_name', 'device_topic'])
    .where('command_id', '=', commandId)
    .where('state', '!=', 'confermato')
    .orderBy('id')
    .limit(NAMED_AT_MOST)
    .execute();
  return rows.map(labelOf);
}
