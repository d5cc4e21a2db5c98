import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { FIRST_SEAL, sealOf } from './audit-seal.ts';
import type { Database } from './schema.ts';

const ROWS_AT_ONCE = 500;
/** Ids looked through by one statement: some milliseconds. */
const IDS_AT_ONCE = 5000;

type Seal = { position: number; auditId: number; hash: string };

/** What was found: `fault` is the first thing that is wrong, in Italian; `waiting` rows are not sealed yet. */
export type AuditVerification = {
  rows: number;
  waiting: number;
  newest: Seal | undefined;
  fault: string | undefined;
};

/**
 * Checks every seal and every row of the audit, in slices between which other work is done. Rows that are sealed
 * meanwhile are left to the next check.
 */
export async function verifyAuditChain(db: Kysely<Database>): Promise<AuditVerification> {
  let newest: Seal | undefined = await readAnchor(db);
  let highestId = 0;
  const found = (fault: string | undefined, waiting = 0) => ({
    rows: newest?.position ?? 0,
    waiting,
    newest,
    fault,
  });
  for (
    let page = await readSeals(db, newest?.position ?? 0);
    page.length > 0;
    page = await readSeals(db, newest?.position ?? 0)
  ) {
    for (const seal of page) {
      const fault = faultOf(seal, newest);
      if (fault !== undefined) return found(fault);
      newest = seal;
      highestId = Math.max(highestId, seal.auditId);
    }
    await nextTurn();
  }
  const unsealed = await listUnsealed(db);
  const between = unsealed.find((id) => id < highestId);
  if (between !== undefined) return found(`riga ${between}: è nel registro, ma non nella catena`);
  return found(undefined, unsealed.length);
}

type ChainRow = Awaited<ReturnType<typeof readSeals>>[number];

function faultOf({ position, auditId, hash, row }: ChainRow, previous: Seal | undefined): string | undefined {
  const expected = (previous?.position ?? 0) + 1;
  if (position !== expected) return `anello ${expected} della catena: manca`;
  if (!row) return `riga ${auditId}: manca`;
  if (sealOf(previous?.hash ?? FIRST_SEAL, row) === hash) return undefined;
  return `riga ${auditId}: non è quella che era stata sigillata`;
}

/** The seal of the newest row that went to an archive. */
async function readAnchor(db: Kysely<Database>): Promise<Seal | undefined> {
  const anchor = await db
    .selectFrom('audit_anchors')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return anchor && { ...anchor, auditId: 0 };
}

async function readSeals(db: Kysely<Database>, after: number) {
  const seals = await db
    .selectFrom('audit_chain')
    .selectAll()
    .where('position', '>', after)
    .orderBy('position')
    .limit(ROWS_AT_ONCE)
    .execute();
  if (seals.length === 0) return [];
  const ids = seals.map(({ audit_id }) => audit_id);
  const rows = await db.selectFrom('audit').selectAll().where('id', 'in', ids).execute();
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return seals.map(({ position, audit_id, hash }) => ({
    position,
    auditId: audit_id,
    hash,
    row: rowsById.get(audit_id),
  }));
}

async function listUnsealed(db: Kysely<Database>): Promise<number[]> {
  const { last } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  const unsealed: number[] = [];
  for (let from = 0; from < (last ?? 0); from += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('audit')
      .select('id')
      .where('id', '>', from)
      .where('id', '<=', from + IDS_AT_ONCE)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('audit_chain').select('position').whereRef('audit_chain.audit_id', '=', 'audit.id'),
          ),
        ),
      )
      .orderBy('id')
      .execute();
    unsealed.push(...rows.map(({ id }) => id));
    await nextTurn();
  }
  return unsealed;
}
