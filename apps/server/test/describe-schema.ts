import { sql } from 'kysely';
import type { OpenDatabase } from '../src/database/engine.ts';

/** Everything that PostgreSQL knows of a schema, each in its own words. */
const POSTGRES = `
  select 'column ' || table_name || '.' || column_name as name,
    concat_ws(' ', ordinal_position, data_type, is_nullable, column_default, is_identity, identity_generation) as definition
    from information_schema.columns where table_schema = 'public'
  union all select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid)
    from pg_trigger where not tgisinternal
  union all select 'function ' || proname, pg_get_functiondef(oid)
    from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'sequence ' || sequencename,
    concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
    from pg_sequences where schemaname = 'public'`;

const SQLITE = `
  select type || ' ' || name as name, sql as definition from sqlite_master
  where sql is not null and name <> 'sqlite_sequence'`;

/** Each table, column, key, index, trigger and function of a database with its definition, however it was written. */
export async function describeSchema({ db, engine }: OpenDatabase): Promise<Record<string, string>> {
  const { rows } = await sql
    .raw<{ name: string; definition: string }>(engine === 'sqlite' ? SQLITE : POSTGRES)
    .execute(db);
  return Object.fromEntries(rows.map(({ name, definition }) => [name, asOne(definition)]));
}

/** SQLite keeps the text of each statement: quotes, spaces and the order of what a column must be differ by writer. */
function asOne(definition: string): string {
  return definition
    .toLowerCase()
    .replace(/"/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
    .replace(/ default (\S+) not null/g, ' not null default $1')
    .replace('create table if not exists ', 'create table ')
    .trim();
}
