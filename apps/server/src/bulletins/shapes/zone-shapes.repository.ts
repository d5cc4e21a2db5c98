import { createHash } from 'node:crypto';
import { foldName } from '@semaforo/contract/domain/bulletin-rules';
import { type Kysely, sql } from 'kysely';
import { type AuditContext, appendAudit } from '../../database/audit-trail.ts';
import { inChunks } from '../../database/in-chunks.ts';
import type { Database } from '../../database/schema.ts';
import { createTimeSlices } from '../../platform/time-slices.ts';
import type { ZoneShape } from './read-zone-shapes.ts';

/** What a zone's newest shape is known by. */
export type KnownShape = { id: number; name: string; issuedAt: number; bytes: number };

export type ZoneShapesRepository = {
  /**
   * Stores the shapes of a bulletin that are not stored, each once. When there is no room for the new ones none of
   * them is stored, with an audit row that says so if there is an act; answers how many were refused.
   */
  keep: (shapes: readonly ZoneShape[], issuedAt: number, act: AuditContext | undefined) => Promise<number>;
  /** Whether a bulletin issued then gave a zone its shape. */
  isKept: (issuedAt: number) => Promise<boolean>;
  /** The shape that each zone has by the latest bulletin that gave it one, the latest first. */
  newest: () => Promise<KnownShape[]>;
  /** The shapes themselves, by id. */
  shapesOf: (ids: readonly number[]) => Promise<Map<number, string>>;
};

/** Sixty times the shapes of Italy; a hostile source must not fill the disk. */
const KEPT_BYTES = 64 * 1024 * 1024;
/** A few large rows keep no one waiting while they are written. */
const ROWS_AT_ONCE = 10;

/** `keptBytes`: how many bytes of shapes are stored; tests have less. */
export function createZoneShapesRepository(
  db: Kysely<Database>,
  { keptBytes = KEPT_BYTES }: { keptBytes?: number } = {},
): ZoneShapesRepository {
  return {
    keep: async (shapes, issuedAt, act) => {
      const rows = shapes.map(({ name, shape }) => ({
        ...{ folded_name: foldName(name), name, issued_at: issuedAt, shape, bytes: shape.length },
        hash: createHash('sha256').update(shape).digest('hex'),
      }));
      const known = await idsOf(db, rows);
      const fresh = rows.filter((row) => !known.has(keyOf(row)));
      const isFull = fresh.length > 0 && (await storedBytes(db)) + sum(fresh) > keptBytes;
      await db.transaction().execute(async (transaction) => {
        await bringForward(transaction, [...known.values()], issuedAt);
        if (isFull && act) await appendAudit(transaction, { ...act, ...refused(fresh.length) });
        if (!isFull) await insert(transaction, fresh);
      });
      return isFull ? fresh.length : 0;
    },
    isKept: async (issuedAt) => {
      const row = await db
        .selectFrom('zone_shapes')
        .select('id')
        .where('issued_at', '=', issuedAt)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    newest: async () => {
      const rows = await db
        .selectFrom('zone_shapes')
        .select(['id', 'folded_name', 'name', 'issued_at', 'bytes'])
        .orderBy('issued_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      const ofZones = new Map<string, KnownShape>();
      for (const { id, folded_name, name, issued_at: issuedAt, bytes } of rows) {
        if (!ofZones.has(folded_name)) ofZones.set(folded_name, { id, name, issuedAt, bytes });
      }
      return [...ofZones.values()];
    },
    shapesOf: async (ids) => {
      const shapes = new Map<number, string>();
      const slices = createTimeSlices();
      for (const chunk of inChunks(ids, ROWS_AT_ONCE)) {
        const rows = await db
          .selectFrom('zone_shapes')
          .select(['id', 'shape'])
          .where('id', 'in', chunk)
          .execute();
        for (const { id, shape } of rows) shapes.set(id, shape);
        await slices.yieldToEventLoop();
      }
      return shapes;
    },
  };
}

type ShapeRow = {
  folded_name: string;
  hash: string;
  name: string;
  issued_at: number;
  bytes: number;
  shape: string;
};

const keyOf = (row: Pick<ShapeRow, 'folded_name' | 'hash'>) => `${row.hash} ${row.folded_name}`;
const sum = (rows: readonly ShapeRow[]) => rows.reduce((total, { bytes }) => total + bytes, 0);

/** The ids of those that are stored. */
async function idsOf(db: Kysely<Database>, rows: readonly ShapeRow[]): Promise<Map<string, number>> {
  const wanted = new Set(rows.map(keyOf));
  const ids = new Map<string, number>();
  for (const chunk of inChunks(rows)) {
    const found = await db
      .selectFrom('zone_shapes')
      .select(['id', 'folded_name', 'hash'])
      .where(
        'hash',
        'in',
        chunk.map(({ hash }) => hash),
      )
      .execute();
    for (const row of found) if (wanted.has(keyOf(row))) ids.set(keyOf(row), row.id);
  }
  return ids;
}

async function storedBytes(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('zone_shapes')
    .select(sql<number | null>`sum(bytes)`.as('bytes'))
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

async function bringForward(db: Kysely<Database>, ids: readonly number[], issuedAt: number): Promise<void> {
  for (const chunk of inChunks(ids)) {
    await db
      .updateTable('zone_shapes')
      .set({ issued_at: issuedAt })
      .where('id', 'in', chunk)
      .where('issued_at', '<', issuedAt)
      .execute();
  }
}

async function insert(db: Kysely<Database>, rows: readonly ShapeRow[]): Promise<void> {
  const slices = createTimeSlices();
  for (const chunk of inChunks(rows, ROWS_AT_ONCE)) {
    // Another server may have stored them meanwhile.
    await db
      .insertInto('zone_shapes')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['folded_name', 'hash']).doNothing())
      .execute();
    await slices.yieldToEventLoop();
  }
}

function refused(count: number) {
  const reason = `Le forme di ${count} zone non si conservano: lo spazio per le forme è finito`;
  return { action: 'bulletins.shapes', outcome: 'fallita', code: 'too-many-shapes', reason } as const;
}
