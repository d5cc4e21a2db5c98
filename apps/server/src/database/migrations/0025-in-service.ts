import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * How the last backups went; and where the chain of the audit begins after its oldest rows went to an archive
 * (docs/decisions/0040-retention.md): only what lies before an anchor may be deleted.
 */
export async function addInService(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('kind', 'text', (column) => column.primaryKey())
    .addColumn('good_at', 'bigint')
    .addColumn('file', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .execute();
  await db.schema
    .createTable('audit_anchors')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('file_hash', 'text', (column) => column.notNull())
    .execute();
  if (engine === 'postgres') await guardOnPostgres(db);
  else await guardOnSqlite(db);
}

async function guardOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        if exists (select 1 from audit_chain where position = new.position and hash = new.hash) then
          return new;
        end if;
      elsif tg_op = 'DELETE' and tg_level = 'ROW' and tg_table_name = 'audit' then
        if exists (
          select 1 from audit_chain where audit_id = old.id
          and position <= (select max(position) from audit_anchors)
        ) then
          return old;
        end if;
      elsif tg_op = 'DELETE' and tg_level = 'ROW' and tg_table_name = 'audit_chain' then
        if old.position <= (select max(position) from audit_anchors) then
          return old;
        end if;
      end if;
      raise exception 'the audit is append-only';
    end $$`.execute(db);
  const refuse = (table: string, name: string, when: string) =>
    sql
      .raw(`create trigger ${table}_${name} before ${when} execute function refuse_audit_change()`)
      .execute(db);
  for (const table of ['audit', 'audit_chain']) {
    await sql`drop trigger ${sql.id(`${table}_append_only`)} on ${sql.table(table)}`.execute(db);
    await refuse(table, 'append_only', `update or truncate on ${table} for each statement`);
    await refuse(table, 'no_delete', `delete on ${table} for each row`);
  }
  await refuse(
    'audit_anchors',
    'append_only',
    'update or delete or truncate on audit_anchors for each statement',
  );
  await refuse('audit_anchors', 'known', 'insert on audit_anchors for each row');
}

async function guardOnSqlite(db: Kysely<unknown>): Promise<void> {
  const anchored = 'position <= (select max(position) from audit_anchors)';
  const deletable = {
    audit: `exists (select 1 from audit_chain where audit_id = old.id and ${anchored})`,
    audit_chain: `coalesce(old.${anchored}, 0)`,
  };
  const refuse = (table: string, name: string, event: string, when = '') =>
    sql
      .raw(
        `create trigger ${table}_${name} before ${event} on ${table} ${when}
         begin select raise(abort, 'the audit is append-only'); end`,
      )
      .execute(db);
  for (const [table, is] of Object.entries(deletable)) {
    await sql`drop trigger ${sql.id(`${table}_no_delete`)}`.execute(db);
    await refuse(table, 'no_delete', 'delete', `when not ${is}`);
  }
  await refuse('audit_anchors', 'no_update', 'update');
  await refuse('audit_anchors', 'no_delete', 'delete');
  const known = 'select 1 from audit_chain where position = new.position and hash = new.hash';
  const taken = 'select 1 from audit_anchors where position >= new.position';
  await refuse('audit_anchors', 'known', 'insert', `when not exists (${known}) or exists (${taken})`);
}
