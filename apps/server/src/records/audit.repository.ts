import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry, AuditFilter } from '@semaforo/contract/api/audit';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isFailed, matchesFilter } from './audit-conditions.ts';
import { toEntries } from './audit-entries.ts';

/** Ids looked through by one statement, some milliseconds: between two the server does other work. */
const IDS_AT_ONCE = 5000;

type Page = { limit: number; before: number | undefined };

export type AuditRepository = {
  /** Newest first; only entries with an id below `before`, if given. */
  list: (page: Page, filter: AuditFilter) => Promise<AuditEntry[]>;
  /** All rows; those of the filter, whatever their outcome; and those of the filter that were refused or failed. */
  count: (filter: AuditFilter) => Promise<{ total: number; matching: number; failed: number }>;
  /** How many rows are sealed, and the newest seal. */
  newestSeal: () => Promise<{ rows: number; newest: { id: number; seal: string } | null }>;
};

export function createAuditRepository(db: Kysely<Database>): AuditRepository {
  const highestId = async () => {
    const { last } = await db
      .selectFrom('audit')
      .select(({ fn }) => fn.max<number | null>('id').as('last'))
      .executeTakeFirstOrThrow();
    return last ?? 0;
  };

  return {
    list: async ({ limit, before }, filter) => {
      const entries: AuditEntry[] = [];
      let upTo = before === undefined ? await highestId() : before - 1;
      for (; upTo > 0 && entries.length < limit; upTo -= IDS_AT_ONCE) {
        const rows = await db
          .selectFrom('audit')
          .leftJoin('audit_chain', 'audit_chain.audit_id', 'audit.id')
          .selectAll('audit')
          .select('audit_chain.hash')
          .where('audit.id', '<=', upTo)
          .where('audit.id', '>', upTo - IDS_AT_ONCE)
          .where((eb) => matchesFilter(eb, filter))
          .$if(filter.failed === 'true', (query) => query.where((eb) => isFailed(eb)))
          .orderBy('audit.id', 'desc')
          .limit(limit - entries.length)
          .execute();
        entries.push(...(await toEntries(db, rows)));
        await nextTurn();
      }
      return entries;
    },
    count: async (filter) => {
      const counts = { total: 0, matching: 0, failed: 0 };
      for (let upTo = await highestId(); upTo > 0; upTo -= IDS_AT_ONCE) {
        const slice = await db
          .selectFrom('audit')
          .select(({ fn, eb }) => [
            fn.countAll<number>().as('total'),
            fn.countAll<number>().filterWhere(matchesFilter(eb, filter)).as('matching'),
            fn
              .countAll<number>()
              .filterWhere(eb.and([matchesFilter(eb, filter), isFailed(eb)]))
              .as('failed'),
          ])
          .where('id', '<=', upTo)
          .where('id', '>', upTo - IDS_AT_ONCE)
          .executeTakeFirstOrThrow();
        counts.total += slice.total;
        counts.matching += slice.matching;
        counts.failed += slice.failed;
        await nextTurn();
      }
      return counts;
    },
    newestSeal: async () => {
      const last = await db
        .selectFrom('audit_chain')
        .selectAll()
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst();
      return { rows: last?.position ?? 0, newest: last ? { id: last.audit_id, seal: last.hash } : null };
    },
  };
}
