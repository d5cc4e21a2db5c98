import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { isSameDevice, type KnownDevice } from './known-device.ts';

/** Few: between two statements the server does other work. */
const ROWS_PER_STATEMENT = 250;
/** What was there before and after is written in one piece for each row of the audit. */
const DEVICES_PER_AUDIT_ROW = 1000;

/** A device of the table as it will be; `before` is what has its topic now, if anything. */
export type ImportedDevice = { before: KnownDevice | undefined; after: Omit<KnownDevice, 'id'> };

export type CsvImportRepository = {
  /**
   * Stores all devices by topic, with an audit row for each thousand, in one transaction; resolves to their ids by
   * topic. The stored state of a device that became another is deleted. Rejects with a foreign key violation when an
   * owner does not exist any more.
   */
  importAll: (devices: readonly ImportedDevice[], act: AuditContext) => Promise<Map<string, number>>;
};

export function createCsvImportRepository(db: Kysely<Database>): CsvImportRepository {
  return {
    importAll: (devices, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const ids = new Map<string, number>();
        for (const some of inChunks(devices, ROWS_PER_STATEMENT)) {
          for (const { id, topic } of await upsert(transaction, some, at)) ids.set(topic, id);
          await forgetStates(transaction, some);
          await nextTurn();
        }
        for (const some of inChunks(devices, DEVICES_PER_AUDIT_ROW)) {
          const before = some.flatMap((device) => device.before ?? []);
          const after = some.map((device) => ({ ...device.after, id: ids.get(device.after.topic) }));
          await appendAudit(transaction, { at, author, action: 'devices.import', before, after });
          await nextTurn();
        }
        return ids;
      }),
  };
}

function upsert(db: Kysely<Database>, devices: readonly ImportedDevice[], at: number) {
  const rows = devices.map(({ after: { ownerId, ...device } }) => ({
    ...device,
    owner_id: ownerId,
    created_at: at,
  }));
  const changed: Record<string, RawBuilder<never>> = {};
  for (const column of Object.keys(rows[0] ?? {}))
    if (column !== 'topic' && column !== 'created_at') changed[column] = sql.ref(`excluded.${column}`);
  return db
    .insertInto('devices')
    .values(rows)
    .onConflict((conflict) => conflict.column('topic').doUpdateSet(changed))
    .returning(['id', 'topic'])
    .execute();
}

async function forgetStates(db: Kysely<Database>, devices: readonly ImportedDevice[]): Promise<void> {
  const ids = devices.flatMap(({ before, after }) =>
    before && !isSameDevice(before, after) ? before.id : [],
  );
  if (ids.length > 0) await db.deleteFrom('device_states').where('device_id', 'in', ids).execute();
}
