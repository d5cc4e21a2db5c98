import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Keys of programs: only their hashes. That of a group goes with the group, else it would be one of all devices. */
export function addApiKeys(engine: Engine) {
  return async (db: Kysely<unknown>): Promise<void> => {
    await createTableWithId(db, engine, 'api_keys')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('device_ids', 'text')
      .addColumn('group_id', 'bigint', (column) => column.references('device_groups.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('last_used', 'bigint')
      .execute();
  };
}
