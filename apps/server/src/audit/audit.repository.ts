import type { AuditEntry } from '@semaforo/contract/api/audit';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../platform/clock.ts';

export type AuditRepository = {
  /** Newest first; only entries with an id below `before`, if given. */
  list: (page: { limit: number; before: number | undefined }) => Promise<AuditEntry[]>;
};

export function createAuditRepository(db: Kysely<Database>): AuditRepository {
  return {
    list: async ({ limit, before }) => {
      let query = db.selectFrom('audit').selectAll();
      if (before !== undefined) query = query.where('id', '<', before);
      const rows = await query.orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => ({
        id: row.id,
        at: isoTime(row.at),
        username: row.username,
        address: row.address,
        action: row.action,
        target: row.target,
        before: parsed(row.before),
        after: parsed(row.after),
      }));
    },
  };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
