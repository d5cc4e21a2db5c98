import type { ComuneRecord, ComuniTableRecord } from '@semaforo/contract/api/zones';
import { foldName } from '@semaforo/contract/domain/bulletin-rules';
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { ZonesTable } from '../database/schema/zones.ts';
import type { Database } from '../database/schema.ts';
import type { CsvComune } from './check-zone-csv.ts';
import type { ZonePlan } from './plan-zones.ts';

const COMUNI_AT_ONCE = 20;
/** Seven values each: both engines take so many in one statement. */
const ROWS_PER_STATEMENT = 250;

export type ComuniPlan = {
  changed: readonly CsvComune[];
  /** ISTAT codes. */
  deleted: readonly string[];
  table: ComuniTableRecord;
};

export type ZonesRepository = {
  /** Every validity of every zone. */
  all: () => Promise<ZonesTable[]>;
  /** The zones of a day (`2026-11-22`), by code. */
  ofDay: (day: string) => Promise<ZonesTable[]>;
  /** By ISTAT code. */
  comuni: () => Promise<ComuneRecord[]>;
  findComuni: (beginning: string) => Promise<ComuneRecord[]>;
  /** From which table the Comuni come; null where nobody knows it. */
  comuniTable: () => Promise<ComuniTableRecord | null>;
  /** True while there are neither zones nor Comuni. */
  isEmpty: () => Promise<boolean>;
  /** Writes what an import changes, with its audit row, or nothing. */
  apply: (
    plan: ZonePlan,
    comuni: ComuniPlan | undefined,
    act: AuditContext & { action: 'zones.import' | 'zones.builtin' },
  ) => Promise<void>;
};

export function createZonesRepository(db: Kysely<Database>): ZonesRepository {
  return {
    all: () => db.selectFrom('zones').selectAll().orderBy('code').orderBy('valid_from').execute(),
    ofDay: (day) =>
      db
        .selectFrom('zones')
        .selectAll()
        .where('valid_from', '<=', day)
        .where((eb) => endsAfter(eb, day))
        .orderBy('code')
        .execute(),
    comuni: async () => (await db.selectFrom('comuni').selectAll().orderBy('istat').execute()).map(toComune),
    findComuni: async (beginning) => {
      const pattern = `${foldName(beginning).replace(/[\\%_]/g, '\\$&')}%`;
      const found = await db
        .selectFrom('comuni')
        .selectAll()
        .where(sql<boolean>`folded_name like ${pattern} escape '\\'`)
        .orderBy('folded_name')
        .orderBy('istat')
        .limit(COMUNI_AT_ONCE)
        .execute();
      return found.map(toComune);
    },
    comuniTable: async () => {
      const row = await db.selectFrom('comuni_table').select(['day', 'built_in']).executeTakeFirst();
      return row ? { day: row.day, built_in: row.built_in === 1 } : null;
    },
    isEmpty: async () => {
      const zone = await db.selectFrom('zones').select('code').limit(1).executeTakeFirst();
      return !zone && !(await db.selectFrom('comuni').select('istat').limit(1).executeTakeFirst());
    },
    apply: (plan, comuni, act) =>
      db.transaction().execute(async (transaction) => {
        await writeZones(transaction, plan);
        if (comuni) await writeComuni(transaction, comuni);
        const codes = (zones: readonly ZonesTable[]) => zones.map(({ code }) => code);
        await appendAudit(transaction, {
          ...act,
          after: {
            ...plan.counts,
            ...(comuni && { comuni: comuni.changed.length, comuni_deleted: comuni.deleted.length }),
            zones: codes([...plan.created, ...plan.changed]),
            deleted: codes(plan.deleted),
          },
        });
      }),
  };
}

/** True of a zone that still counts on the day. */
export function endsAfter(eb: ExpressionBuilder<Database, 'zones'>, day: string) {
  return eb.or([eb('zones.valid_to', 'is', null), eb('zones.valid_to', '>', day)]);
}

async function writeZones(db: Kysely<Database>, plan: ZonePlan): Promise<void> {
  for (const { code, valid_from } of plan.deleted) {
    await db.deleteFrom('zones').where('code', '=', code).where('valid_from', '=', valid_from).execute();
  }
  for (const { code, valid_from, ...zone } of plan.changed) {
    await db
      .updateTable('zones')
      .set(zone)
      .where('code', '=', code)
      .where('valid_from', '=', valid_from)
      .execute();
  }
  for (const some of inChunks(plan.created, ROWS_PER_STATEMENT)) {
    await db.insertInto('zones').values(some).execute();
  }
}

async function writeComuni(db: Kysely<Database>, { changed, deleted, table }: ComuniPlan): Promise<void> {
  await db.deleteFrom('comuni_table').execute();
  await db
    .insertInto('comuni_table')
    .values({ id: 1, day: table.day, built_in: table.built_in ? 1 : 0 })
    .execute();
  for (const some of inChunks(deleted, ROWS_PER_STATEMENT)) {
    await db.deleteFrom('comuni').where('istat', 'in', some).execute();
  }
  for (const some of inChunks(changed, ROWS_PER_STATEMENT)) {
    await db
      .insertInto('comuni')
      .values(some.map(toRow))
      .onConflict((conflict) =>
        conflict.column('istat').doUpdateSet((excluded) => ({
          name: excluded.ref('excluded.name'),
          folded_name: excluded.ref('excluded.folded_name'),
          province: excluded.ref('excluded.province'),
          province_code: excluded.ref('excluded.province_code'),
          region: excluded.ref('excluded.region'),
          zone_code: excluded.ref('excluded.zone_code'),
        })),
      )
      .execute();
  }
}

function toRow({ istat, name, province, provinceCode, region, zoneCode }: CsvComune) {
  return {
    istat,
    name,
    folded_name: foldName(name),
    province,
    province_code: provinceCode,
    region,
    zone_code: zoneCode,
  };
}

function toComune(row: {
  istat: string;
  name: string;
  province: string;
  province_code: string;
  region: string;
  zone_code: string | null;
}): ComuneRecord {
  const { istat, name, province, province_code, region, zone_code: zone } = row;
  return { istat, name, province, province_code, region, zone };
}
