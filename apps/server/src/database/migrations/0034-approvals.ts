import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableOfDevices } from './table-of-devices.ts';
import { createTableWithId } from './table-with-id.ts';

/** What one person asks for and another approves (docs/rules.md#second-person). */
export async function addApprovals(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTableWithId(db, engine, 'approvals')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('asker_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('address', 'text')
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('execute_at', 'bigint')
    .addColumn('whom', 'text', (column) => column.notNull())
    .addColumn('group_name', 'text')
    .addColumn('request', 'text')
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('approvals_by_state')
    .on('approvals')
    .columns(['state', 'expires_at'])
    .execute();
  await db.schema.createIndex('approvals_by_end').on('approvals').column('expires_at').execute();
  await createTableOfDevices(db, { table: 'approval_devices', of: 'approval_id', in: 'approvals.id' });
  await db.schema.alterTable('commands').addColumn('approved_by', 'text').execute();
  await db.schema.alterTable('alerts').addColumn('approved_by', 'text').execute();
}
