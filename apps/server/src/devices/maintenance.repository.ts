import type { Maintenance } from '@semaforo/contract/domain/maintenance';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';

export type MaintenanceRepository = {
  /** By device id, those too that are over and not deleted yet. */
  listAll: () => Promise<Map<number, Maintenance>>;
  /** Stores it in place of that of before, if any. */
  save: (
    deviceId: number,
    maintenance: Maintenance,
    act: AuditContext & { before: Maintenance | null },
  ) => Promise<void>;
  end: (deviceId: number, act: AuditContext & { before: Maintenance }) => Promise<void>;
  /** Those that ended by themselves. */
  deleteEnded: (now: number) => Promise<void>;
};

export function createMaintenanceRepository(db: Kysely<Database>): MaintenanceRepository {
  return {
    listAll: async () => {
      const rows = await db.selectFrom('device_maintenance').selectAll().execute();
      return new Map(
        rows.map(({ device_id, set_by: by, since, until, reason }) => [
          device_id,
          { since, until, reason, by },
        ]),
      );
    },
    save: (deviceId, maintenance, { at, author, before }) =>
      db.transaction().execute(async (transaction) => {
        const { by, ...times } = maintenance;
        const row = { ...times, set_by: by };
        await transaction
          .insertInto('device_maintenance')
          .values({ device_id: deviceId, ...row })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
          .execute();
        await appendAudit(transaction, {
          ...{ at, author, before, after: maintenance },
          action: 'devices.maintenance',
          target: `device:${deviceId}`,
        });
      }),
    end: (deviceId, { at, author, before }) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('device_maintenance').where('device_id', '=', deviceId).execute();
        await appendAudit(transaction, {
          ...{ at, author, before },
          action: 'devices.maintenance-end',
          target: `device:${deviceId}`,
        });
      }),
    deleteEnded: async (now) => {
      await db.deleteFrom('device_maintenance').where('until', '<=', now).execute();
    },
  };
}
