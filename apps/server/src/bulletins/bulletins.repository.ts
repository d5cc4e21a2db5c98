import type { BulletinOrigin } from '@semaforo/contract/domain/bulletin-rules';
import { groupBy } from '@semaforo/contract/domain/group-by';
import { type Kysely, sql } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { isUniqueViolation } from '../database/constraint-errors.ts';
import type { BulletinsTable } from '../database/schema/bulletins.ts';
import type { Database } from '../database/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AHEAD_AT_MOST_MS } from './bulletin-times.ts';
import { type ReadBulletin, UnreadableBulletin, type ZoneLevel } from './read-bulletin.ts';

/** A bulletin as received: what it is known by, and what was read of it. */
export type ReceivedBulletin = {
  source: BulletinsTable['source'];
  origin: BulletinOrigin;
  hash: string;
  content: Uint8Array;
  read: ReadBulletin | UnreadableBulletin;
};

/** A stored bulletin, without what was received. */
export type StoredBulletin = Omit<BulletinsTable, 'id' | 'content' | 'gaps'> & {
  id: number;
  gaps: string[];
  days: string[];
};

/** What a bulletin says of a day. */
export type InForceOfDay = {
  id: number;
  name: string;
  issuedAt: number;
  source: BulletinsTable['source'];
  zones: ZoneLevel[];
};

export type BulletinsRepository = {
  /**
   * Stores a bulletin with its audit row; false in `isNew` when it was stored before, and nothing changed. One that
   * could not be read then and can now is new.
   */
  keep: (bulletin: ReceivedBulletin, act: AuditContext) => Promise<{ id: number; isNew: boolean }>;
  /** The newest first, with ids below `before`. */
  list: (page: { limit: number; before: number | undefined }) => Promise<StoredBulletin[]>;
  /** What holds of a day: the newest national bulletin that speaks of it, and the messages (CAP) not replaced since. */
  inForceOn: (day: string) => Promise<InForceOfDay[]>;
  /** Whether a bulletin with that hash is stored. */
  isKept: (hash: string) => Promise<boolean>;
  /** How many bytes the network has added since an instant (epoch ms), compressed; of all sources, or of one. */
  bytesSince: (since: number, source?: BulletinsTable['source']) => Promise<number>;
  /** The newest bulletin that could be read. */
  newest: () => Promise<
    { id: number; issuedAt: number; name: string; source: BulletinsTable['source'] } | undefined
  >;
};

/** Nothing counts that was issued later than now, however it came here. */
export function createBulletinsRepository(db: Kysely<Database>, clock: Clock): BulletinsRepository {
  const storedAs = (hash: string) =>
    db.selectFrom('bulletins').select(['id', 'fault']).where('hash', '=', hash).executeTakeFirst();
  const latest = () => clock.now() + AHEAD_AT_MOST_MS;

  return {
    keep: async (bulletin, act) => {
      const known = await storedAs(bulletin.hash);
      if (known?.fault != null && !(bulletin.read instanceof UnreadableBulletin)) {
        const { id } = known;
        const { read } = bulletin;
        const isNew = await db
          .transaction()
          .execute((transaction) => complete(transaction, { id, bulletin, read, act }));
        return { id, isNew };
      }
      if (known) return { id: known.id, isNew: false };
      try {
        const id = await db.transaction().execute((transaction) => insert(transaction, bulletin, act));
        return { id, isNew: true };
      } catch (error) {
        // Another server received the same at the same moment.
        const id = isUniqueViolation(error) ? (await storedAs(bulletin.hash))?.id : undefined;
        if (id === undefined) throw error;
        return { id, isNew: false };
      }
    },
    isKept: async (hash) => (await storedAs(hash)) !== undefined,
    bytesSince: async (since, source) => {
      const row = await db
        .selectFrom('bulletins')
        .select(sql<number | null>`sum(length(content))`.as('bytes'))
        .$if(source !== undefined, (query) => query.where('source', '=', source ?? 'cap'))
        .where('origin', '=', 'rete')
        .where('received_at', '>=', since)
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    },
    list: async ({ limit, before }) => {
      const rows = await db
        .selectFrom('bulletins')
        .select(STORED)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      const days = await daysOf(db, rows);
      return rows.map((row) => ({
        ...row,
        gaps: JSON.parse(row.gaps) as string[],
        days: days.get(row.id) ?? [],
      }));
    },
    inForceOn: async (day) => {
      const inForce = db
        .selectFrom('bulletin_days')
        .innerJoin('bulletins', 'bulletins.id', 'bulletin_days.bulletin_id')
        .select(['bulletins.id', 'source', 'name', 'issued_at', 'zones'])
        .where('day', '=', day)
        .where('issued_at', '<=', latest())
        .orderBy('issued_at', 'desc')
        .orderBy('bulletins.id', 'desc');
      const national = await inForce.where('source', '=', 'nazionale').limit(1).execute();
      const messages = await inForce
        .where('source', '=', 'cap')
        .where('identifier', 'not in', db.selectFrom('bulletin_references').select('identifier'))
        .execute();
      return [...national, ...messages].map(({ id, source, name, issued_at, zones }) => ({
        id,
        source,
        name: name ?? '',
        issuedAt: issued_at ?? 0,
        zones: JSON.parse(zones) as ZoneLevel[],
      }));
    },
    newest: async () => {
      const row = await db
        .selectFrom('bulletins')
        .select(['id', 'issued_at', 'name', 'source'])
        .where('issued_at', '<=', latest())
        .orderBy('issued_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && { id: row.id, issuedAt: row.issued_at ?? 0, name: row.name ?? '', source: row.source };
    },
  };
}

const STORED = [
  'id',
  'source',
  'origin',
  'hash',
  'received_at',
  'name',
  'kind',
  'issued_at',
  'identifier',
  'fault',
  'gaps',
] as const;

async function daysOf(
  db: Kysely<Database>,
  bulletins: readonly { id: number }[],
): Promise<Map<number, string[]>> {
  if (bulletins.length === 0) return new Map();
  const rows = await db
    .selectFrom('bulletin_days')
    .select(['bulletin_id', 'day'])
    .where(
      'bulletin_id',
      'in',
      bulletins.map(({ id }) => id),
    )
    .orderBy('day')
    .execute();
  const ofBulletins = [...groupBy(rows, ({ bulletin_id: id }) => id)];
  return new Map(ofBulletins.map(([id, own]) => [id, own.map(({ day }) => day)]));
}

/** Adds what could be read only now; false when another server did. */
async function complete(
  db: Kysely<Database>,
  {
    id,
    bulletin,
    read,
    act,
  }: { id: number; bulletin: ReceivedBulletin; read: ReadBulletin; act: AuditContext },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulletins')
    .set(columnsOf(read))
    .where('id', '=', id)
    .where('fault', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertContents(db, id, read);
  await appendAudit(db, { ...act, ...auditOf(bulletin), target: `bulletin:${id}` });
  return true;
}

async function insert(db: Kysely<Database>, bulletin: ReceivedBulletin, act: AuditContext): Promise<number> {
  const { source, origin, hash, content, read } = bulletin;
  const { id } = await db
    .insertInto('bulletins')
    .values({ source, origin, hash, content, received_at: act.at, ...columnsOf(read) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!(read instanceof UnreadableBulletin)) await insertContents(db, id, read);
  await appendAudit(db, { ...act, ...auditOf(bulletin), target: `bulletin:${id}` });
  return id;
}

/** What was read of a bulletin, or why nothing of it could be. */
function columnsOf(read: ReadBulletin | UnreadableBulletin) {
  if (read instanceof UnreadableBulletin) {
    const nothing = { name: null, kind: null, issued_at: null, identifier: null };
    return { ...nothing, fault: read.reason, gaps: '[]' };
  }
  const { name, kind, issuedAt, identifier, gaps } = read;
  return { name, kind, issued_at: issuedAt, identifier, fault: null, gaps: JSON.stringify(gaps) };
}

async function insertContents(db: Kysely<Database>, id: number, read: ReadBulletin): Promise<void> {
  for (const { date, zones } of read.days) {
    await db
      .insertInto('bulletin_days')
      .values({ bulletin_id: id, day: date, zones: JSON.stringify(zones) })
      .execute();
  }
  for (const identifier of new Set(read.references)) {
    await db.insertInto('bulletin_references').values({ bulletin_id: id, identifier }).execute();
  }
}

function auditOf({ origin, hash, read }: ReceivedBulletin) {
  if (read instanceof UnreadableBulletin) {
    const why = { code: 'bulletin-unreadable', reason: read.reason };
    return { action: 'bulletins.unreadable', outcome: 'fallita', after: { hash }, ...why } as const;
  }
  const { name, issuedAt, days, gaps } = read;
  const after = {
    hash,
    name,
    issued_at: new Date(issuedAt).toISOString(),
    days: days.map(({ date }) => date),
  };
  const action = origin === 'mano' ? 'bulletins.upload' : 'bulletins.read';
  if (gaps.length === 0) return { action, after };
  return { action, after, outcome: 'parziale', code: 'bulletin-gaps', reason: gaps.join('; ') } as const;
}
