import type { Kysely } from 'kysely';
import type { AuditExportsTable } from '../database/schema/audit-exports.ts';
import type { Database } from '../database/schema.ts';
import type { SealedRow } from './syslog-message.ts';

type Name = AuditExportsTable['name'];

/** How far the audit went to elsewhere, and what goes next. */
export function createAuditExportsRepository(db: Kysely<Database>) {
  return {
    find: (name: Name): Promise<AuditExportsTable | undefined> =>
      db.selectFrom('audit_exports').selectAll().where('name', '=', name).executeTakeFirst(),
    /** Stores how far it is, in the transaction given; false when another server was faster. */
    save: async (
      exported: AuditExportsTable,
      former: AuditExportsTable | undefined,
      transaction: Kysely<Database> = db,
    ): Promise<boolean> => {
      const { numInsertedOrUpdatedRows = 0n } = await transaction
        .insertInto('audit_exports')
        .values(exported)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(exported)
            .where('audit_exports.position', '=', former?.position ?? -1)
            .where('audit_exports.at', '=', former?.at ?? -1),
        )
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
    /** The rows that were sealed next after that position. */
    listSealed: (after: number, most: number): Promise<SealedRow[]> =>
      db
        .selectFrom('audit_chain')
        .innerJoin('audit', 'audit.id', 'audit_chain.audit_id')
        .selectAll('audit')
        .select(['audit_chain.position', 'audit_chain.hash'])
        .where('audit_chain.position', '>', after)
        .orderBy('audit_chain.position')
        .limit(most)
        .execute(),
    countWaiting: async (): Promise<number> => {
      const { position } = await db
        .selectFrom('audit_chain')
        .select(({ fn }) => fn.max<number | null>('position').as('position'))
        .executeTakeFirstOrThrow();
      const sent = await db
        .selectFrom('audit_exports')
        .select('position')
        .where('name', '=', 'syslog')
        .executeTakeFirst();
      return Math.max(0, (position ?? 0) - (sent?.position ?? 0));
    },
    newestSeal: () =>
      db.selectFrom('audit_chain').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst(),
    findSeal: (position: number) =>
      db.selectFrom('audit_chain').selectAll().where('position', '=', position).executeTakeFirst(),
  };
}

export type AuditExportsRepository = ReturnType<typeof createAuditExportsRepository>;
