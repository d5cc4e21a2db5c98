import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import type { Database } from '../../database/schema.ts';

/** Who was heard, is not registered, and is of no interest, by name. */
export type IgnoredDevicesRepository = {
  list: () => Promise<Set<string>>;
  /** Ignores it, or does no longer; with an audit row when that changes anything. */
  set: (name: string, isIgnored: boolean, act: AuditContext) => Promise<void>;
};

export function createIgnoredDevicesRepository(db: Kysely<Database>): IgnoredDevicesRepository {
  return {
    list: async () => {
      const rows = await db.selectFrom('ignored_devices').select('name').execute();
      return new Set(rows.map(({ name }) => name));
    },
    set: (name, isIgnored, { author, at }) =>
      db.transaction().execute(async (transaction) => {
        const changed = isIgnored
          ? await transaction
              .insertInto('ignored_devices')
              .values({ name, ignored_at: at })
              .onConflict((conflict) => conflict.column('name').doNothing())
              .returning('name')
              .execute()
          : await transaction
              .deleteFrom('ignored_devices')
              .where('name', '=', name)
              .returning('name')
              .execute();
        if (changed.length === 0) return;
        const action = 'devices.ignore-heard';
        await appendAudit(transaction, { at, author, action, target: name, after: { ignored: isIgnored } });
      }),
  };
}
