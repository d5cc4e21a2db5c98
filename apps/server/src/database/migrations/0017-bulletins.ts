import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createTableWithId } from './table-with-id.ts';

/** Warning zones and Comuni, which are data, and the bulletins that speak of them. */
export async function addBulletins(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addZones(db);
  await addPlaces(db);
  await createTableWithId(db, engine, 'bulletins')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('origin', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('content', engine === 'postgres' ? 'bytea' : 'blob', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('kind', 'text')
    .addColumn('issued_at', 'bigint')
    .addColumn('identifier', 'text')
    .addColumn('fault', 'text')
    .addColumn('gaps', 'text', (column) => column.notNull())
    .execute();
  await addBulletinDays(db);
  await addBulletinReferences(db);
  await db.schema
    .createTable('bulletin_reader')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('last_tried_at', 'bigint')
    .addColumn('last_read_at', 'bigint')
    .addColumn('next_try_at', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('told_stale', 'bigint')
    .execute();
}

async function addZones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('zones')
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('valid_from', 'text', (column) => column.notNull())
    .addColumn('valid_to', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded_name', 'text', (column) => column.notNull())
    .addColumn('region', 'text')
    .addPrimaryKeyConstraint('zones_pk', ['code', 'valid_from'])
    .execute();
  await db.schema
    .createTable('comuni')
    .addColumn('istat', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('folded_name', 'text', (column) => column.notNull())
    .addColumn('province', 'text', (column) => column.notNull())
    .addColumn('province_code', 'text', (column) => column.notNull())
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('zone_code', 'text')
    .execute();
}

/** A zone is referred to by its code, which outlives each of its validities. */
async function addPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_zones')
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('zone_code', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_zones_pk', ['user_id', 'zone_code'])
    .execute();
  await db.schema
    .createTable('device_zones')
    .addColumn('device_id', 'bigint', (column) =>
      column.primaryKey().references('devices.id').onDelete('cascade'),
    )
    .addColumn('zone_code', 'text', (column) => column.notNull())
    .execute();
}

async function addBulletinDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bulletin_days')
    .addColumn('bulletin_id', 'bigint', (column) => column.notNull().references('bulletins.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('zones', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bulletin_days_pk', ['bulletin_id', 'day'])
    .execute();
  await db.schema.createIndex('bulletin_days_by_day').on('bulletin_days').column('day').execute();
}

async function addBulletinReferences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bulletin_references')
    .addColumn('bulletin_id', 'bigint', (column) => column.notNull().references('bulletins.id'))
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('bulletin_references_pk', ['bulletin_id', 'identifier'])
    .execute();
  await db.schema
    .createIndex('bulletin_references_by_identifier')
    .on('bulletin_references')
    .column('identifier')
    .execute();
}
