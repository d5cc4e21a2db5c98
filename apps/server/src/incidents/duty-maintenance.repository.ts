import type { DutyMaintenance } from '@semaforo/contract/api/alarms';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';

type Owner = number | null;

export type DutyMaintenanceRepository = ReturnType<typeof createDutyMaintenance>;

/** The planned times in which alarms call no one: of an owner, or (null) of the system. */
export function createDutyMaintenance(db: Kysely<Database>) {
  const own = (ownerId: Owner, now: number) =>
    db
      .selectFrom('duty_maintenance')
      .selectAll()
      .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
      .where('to', '>', now)
      .orderBy('from');
  return {
    list: async (ownerId: Owner, now: number): Promise<DutyMaintenance[]> =>
      (await own(ownerId, now).execute()).map(({ id, from, to, reason, author }) => ({
        ...{ id, from: isoTime(from), to: isoTime(to), reason, author },
      })),
    /** The end of the one that runs; undefined: none does. */
    quietUntil: async (ownerId: Owner, now: number): Promise<number | undefined> => {
      const running = await own(ownerId, now).where('from', '<=', now).execute();
      return running.length === 0 ? undefined : Math.max(...running.map(({ to }) => to));
    },
    add: (
      ownerId: Owner,
      { from, to, reason }: { from: number; to: number; reason: string },
      { author, at }: AuditContext,
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = { owner_id: ownerId, from, to, reason, author: author.username };
        await transaction.insertInto('duty_maintenance').values(row).execute();
        const after = { from: isoTime(from), to: isoTime(to), reason };
        await appendAudit(transaction, { at, author, action: 'alarms.maintenance', target: 'duty', after });
      }),
    /** Ends it now, so that what is open calls at once; false when the owner has none such. */
    end: (ownerId: Owner, id: number, { author, at }: AuditContext): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .deleteFrom('duty_maintenance')
          .where('id', '=', id)
          .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
          .returning(['reason', 'to'])
          .executeTakeFirst();
        if (!ended) return false;
        await transaction
          .updateTable('alarms')
          .set({ next_tell_at: at })
          .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
          .where('state', '=', 'aperto')
          .where('next_tell_at', '=', ended.to)
          .execute();
        const before = { reason: ended.reason, to: isoTime(ended.to) };
        await appendAudit(transaction, {
          at,
          author,
          action: 'alarms.maintenance-end',
          target: 'duty',
          before,
        });
        return true;
      }),
  };
}
