import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** How each act ended and why; rows of before were all done, except failed log-ins. */
export async function addAuditChain(db: Kysely<unknown>): Promise<void> {
  await addOutcome(db);
}

async function addOutcome(db: Kysely<unknown>): Promise<void> {
  const audit = () => db.schema.alterTable('audit');
  await audit()
    .addColumn('outcome', 'text', (column) => column.notNull().defaultTo('riuscita'))
    .execute();
  await audit().addColumn('code', 'text').execute();
  await audit().addColumn('reason', 'text').execute();
  await audit()
    .addColumn('times', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await (db as unknown as Kysely<Database>)
    .updateTable('audit')
    .set({ outcome: 'rifiutata' })
    .where('action', '=', 'users.log-in-failed')
    .execute();
}
