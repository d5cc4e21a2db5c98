import type { Kysely } from 'kysely';

/** The index of a command's deliveries says whose they are, too: for the last command of an owner. */
export async function addOwnerToDeliveriesByCommand(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('deliveries_by_command').execute();
  await db.schema
    .createIndex('deliveries_by_command')
    .on('deliveries')
    .columns(['command_id', 'owner_id'])
    .execute();
}
