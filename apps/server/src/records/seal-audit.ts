import { type Kysely, sql } from 'kysely';
import { FIRST_SEAL, sealOf } from '../database/audit-seal.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';

/** Few: on SQLite nothing else runs meanwhile. */
const ROWS_AT_ONCE = 100;
/** So far back a row may still turn up on PostgreSQL, where ids are given before rows are committed. */
const STRAGGLERS_WITHIN = 10_000;
/** The sealing of one database, among the advisory locks of PostgreSQL. */
const LOCK = 0x5e3a_f040;

/**
 * Seals the oldest rows that have no seal yet, at most a hundred, in the order of their ids; resolves to how many.
 * `everywhere` also looks for rows that were committed long after newer ones. Of several servers one seals at a time.
 */
export async function sealAudit(
  { db, engine }: { db: Kysely<Database>; engine: Engine },
  { everywhere }: { everywhere: boolean },
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (engine === 'postgres' && !(await isOnlySealer(transaction))) return 0;
    const last = await transaction
      .selectFrom('audit_chain')
      .selectAll()
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst();
    const from =
      engine === 'sqlite' ? (last?.audit_id ?? 0) : everywhere ? 0 : await oldestToLookAt(transaction, last);
    const rows = await findUnsealed(transaction, from);
    if (rows.length === 0) return 0;
    let { position, hash } = last ?? { position: 0, hash: FIRST_SEAL };
    const seals = rows.map((row) => {
      position += 1;
      hash = sealOf(hash, row);
      return { position, audit_id: row.id, hash };
    });
    await transaction.insertInto('audit_chain').values(seals).execute();
    return rows.length;
  });
}

function findUnsealed(db: Kysely<Database>, from: number) {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_chain').select('position').whereRef('audit_chain.audit_id', '=', 'audit.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();
}

async function isOnlySealer(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as got`.execute(db);
  return rows[0]?.got === true;
}

async function oldestToLookAt(db: Kysely<Database>, last: { position: number } | undefined): Promise<number> {
  const seal = await db
    .selectFrom('audit_chain')
    .select('audit_id')
    .where('position', '=', (last?.position ?? 0) - STRAGGLERS_WITHIN)
    .executeTakeFirst();
  return seal?.audit_id ?? 0;
}
