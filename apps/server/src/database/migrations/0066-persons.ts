import { type Kysely, sql } from 'kysely';

/** Persons who act for a Comune: users of their own, with the user for whom they act and what they may. */
export async function addPersons(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('comune_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
    .execute();
  await db.schema.alterTable('users').addColumn('duty', 'text').execute();
  await db.schema.alterTable('users').addColumn('oidc_subject', 'text').execute();
  await sql`create index users_by_comune on users (comune_id)`.execute(db);
}
