import type { Kysely } from 'kysely';
import type { Engine } from '../engine.ts';
import { createAuditTable } from './0001-initial/audit.ts';
import { createBrokerConfigTable } from './0001-initial/broker-config.ts';
import { createCommandsTable, createDeliveriesTable } from './0001-initial/commands.ts';
import { createDeviceStatesTable, createDevicesTable } from './0001-initial/devices.ts';
import { createSchedulesTable } from './0001-initial/schedules.ts';
import { createIdempotentAnswersTable, createSettingsTable, createUsersTable } from './0001-initial/users.ts';

/** Tables, keys and indexes of schema.ts. A table comes after those that it references. */
export async function createInitialSchema(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createUsersTable(db, engine);
  await createDevicesTable(db, engine);
  await createDeviceStatesTable(db);
  await createCommandsTable(db, engine);
  await createDeliveriesTable(db, engine);
  await createSchedulesTable(db, engine);
  await createSettingsTable(db);
  await createBrokerConfigTable(db);
  await createAuditTable(db, engine);
  await createIdempotentAnswersTable(db);
}
