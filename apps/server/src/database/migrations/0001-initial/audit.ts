import type { Kysely } from 'kysely';
import type { Engine } from '../../engine.ts';
import { createTableWithId } from '../table-with-id.ts';

/** Who did what, when and from where. */
export async function createAuditTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'audit')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('user_id', 'bigint')
    .addColumn('username', 'text')
    .addColumn('address', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();
}
