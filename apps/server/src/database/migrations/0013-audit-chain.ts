import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

/**
 * How each act ended and why (rows of before were all done, except failed log-ins), and the chain of seals
 * (docs/decisions/0024-audit-chain.md). From here on the database refuses every change of both tables.
 */
export async function addAuditChain(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addOutcome(db);
  await db.schema
    .createTable('audit_chain')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('audit_id', 'bigint', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute();
  if (engine === 'postgres') await refuseChangesOnPostgres(db);
  else await refuseChangesOnSqlite(db);
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

async function refuseChangesOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit is append-only';
    end $$`.execute(db);
  for (const table of ['audit', 'audit_chain']) {
    await sql`
      create trigger ${sql.id(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_audit_change()`.execute(db);
  }
}

/** An insert that replaces a row is a change too, and fires no trigger of a deletion. */
const TAKEN = {
  audit: 'id = new.id',
  audit_chain: 'position = new.position or audit_id = new.audit_id',
} as const;

async function refuseChangesOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [table, taken] of Object.entries(TAKEN)) {
    const refuse = (name: string, event: string, when = '') =>
      sql
        .raw(
          `create trigger ${table}_${name} before ${event} on ${table} ${when}
           begin select raise(abort, 'the audit is append-only'); end`,
        )
        .execute(db);
    await refuse('no_update', 'update');
    await refuse('no_delete', 'delete');
    await refuse('no_replace', 'insert', `when exists (select 1 from ${table} where ${taken})`);
  }
}
