import { SECOND_PERSON_SETTING } from '@semaforo/contract/domain/approval-rules';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from '../platform/refusal.ts';
import type { StoredApproval } from './stored-approval.ts';

export type NewApproval = Pick<
  StoredApproval,
  'kind' | 'value' | 'expiresAt' | 'executeAt' | 'whom' | 'request' | 'deviceIds'
> & { askerId: number };

/** How an approval ends. */
type End = 'confermata' | 'rifiutata' | 'scaduta';

export type ApprovalsRepository = {
  /** True when one of these users wants a second person for rosso. */
  isWanted: (ownerIds: readonly number[]) => Promise<boolean>;
  /** A command that the same person asked for before is superseded. Resolves to the id, or to a refusal. */
  ask: (
    requested: NewApproval,
    act: AuditContext,
    /** Stores in the same transaction whom it is for. */
    notify: (id: number, transaction: Kysely<Database>) => Promise<void>,
  ) => Promise<number | Refusal>;
  find: (id: number) => Promise<StoredApproval | undefined>;
  /** Those of the owner's devices, of all for null, that expire or expired after that time: the newest 100. */
  listSince: (time: number, ownerId: number | null) => Promise<StoredApproval[]>;
  /** Those that nobody decided until then. */
  listExpired: (now: number) => Promise<StoredApproval[]>;
  /** False, and nothing is stored, when it was decided or expired meanwhile: also by another server. */
  end: (id: number, state: End, act: AuditContext) => Promise<boolean>;
  /** What was confirmed waits again: nothing came of it. */
  reopen: (id: number) => Promise<void>;
  /** Forgets some that ended so long ago: the audit keeps who asked for what, and who decided. */
  forget: (expiredBefore: number) => Promise<void>;
};

/** Each may name all devices. */
const FORGOTTEN_AT_ONCE = 5;
/** Of one person; who asks for more has lost count (docs/rules.md#quotas). */
const WAITING_AT_MOST = 20;
const TOO_MANY_WAITING = new Refusal('conflict', {
  code: 'too-many-approvals',
  message: `Hai già ${WAITING_AT_MOST} richieste che attendono una seconda persona`,
});

export function createApprovalsRepository(db: Kysely<Database>): ApprovalsRepository {
  return {
    isWanted: async (ownerIds) => {
      for (const some of inChunks(ownerIds)) {
        const found = db.selectFrom('settings').select('user_id').where('key', '=', SECOND_PERSON_SETTING);
        const wants = found.where('value', '=', 'true').where('user_id', 'in', some).limit(1);
        if (await wants.executeTakeFirst()) return true;
      }
      return false;
    },
    ask: (requested, act, notify) =>
      db.transaction().execute(async (transaction) => {
        const id = await store(transaction, requested, act);
        if (!(id instanceof Refusal)) await notify(id, transaction);
        return id;
      }),
    find: async (id) => (await select(db, (all) => all.where('approvals.id', '=', id)))[0],
    listSince: (time, ownerId) =>
      select(db, (all) => {
        const recent = all.where('expires_at', '>', time).limit(100);
        return ownerId === null ? recent : recent.where('approvals.id', 'in', idsOfOwner(db, ownerId));
      }),
    listExpired: (now) =>
      select(db, (all) => all.where('state', '=', 'in attesa').where('expires_at', '<=', now).limit(100)),
    end: (id, state, act) => db.transaction().execute((transaction) => end(transaction, id, state, act)),
    reopen: async (id) => {
      const reopened = { state: 'in attesa' as const, decided_by: null, decided_at: null };
      const confirmed = db.updateTable('approvals').set(reopened).where('id', '=', id);
      await confirmed.where('state', '=', 'confermata').execute();
    },
    forget: async (expiredBefore) => {
      const old = db.selectFrom('approvals').select('id').where('expires_at', '<', expiredBefore);
      const some = old.where('state', '!=', 'in attesa').orderBy('id').limit(FORGOTTEN_AT_ONCE);
      await db.deleteFrom('approvals').where('id', 'in', some).execute();
    },
  };
}

async function store(
  db: Kysely<Database>,
  { askerId, kind, value, whom, deviceIds, ...requested }: NewApproval,
  { at, author }: AuditContext,
): Promise<number | Refusal> {
  const mine = db
    .selectFrom('approvals')
    .where('asker_id', '=', askerId)
    .where('username', '=', author.username)
    .where('state', '=', 'in attesa');
  const { waiting } = await mine
    .where('expires_at', '>', at)
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= WAITING_AT_MOST) return TOO_MANY_WAITING;
  if (kind === 'comando') {
    const former = db.updateTable('approvals').set({ state: 'superata', decided_at: at });
    const ofPerson = former.where('asker_id', '=', askerId).where('username', '=', author.username);
    const open = ofPerson.where('state', '=', 'in attesa');
    await open.where('kind', '=', 'comando').execute();
  }
  const { id } = await db
    .insertInto('approvals')
    .values({
      ...{ kind, value, asker_id: askerId, username: author.username, address: author.address },
      ...{ asked_at: at, expires_at: requested.expiresAt, execute_at: requested.executeAt },
      ...{ whom: whom.kind, group_name: whom.group, total: deviceIds.length },
      request: requested.request === null ? null : JSON.stringify(requested.request),
      ...{ state: 'in attesa', decided_by: null, decided_at: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const some of inChunks(deviceIds)) {
    const rows = some.map((deviceId) => ({ approval_id: id, device_id: deviceId }));
    await db.insertInto('approval_devices').values(rows).execute();
  }
  const after = { kind, value, whom: whom.kind, devices: deviceIds.length };
  await appendAudit(db, { at, author, action: 'approvals.ask', target: `approval:${id}`, after });
  return id;
}

const ACTIONS = {
  confermata: 'approvals.confirm',
  rifiutata: 'approvals.reject',
  scaduta: 'approvals.expire',
} as const;

/** What has expired is decided no more; only its expiry is stored then. */
async function end(
  db: Kysely<Database>,
  id: number,
  state: End,
  { at, author }: AuditContext,
): Promise<boolean> {
  const decided = { state, decided_at: at, decided_by: state === 'scaduta' ? null : author.username };
  const ended = await db
    .updateTable('approvals')
    .set(decided)
    .where('id', '=', id)
    .where('state', '=', 'in attesa')
    .where('expires_at', state === 'scaduta' ? '<=' : '>', at)
    .returning('username')
    .executeTakeFirst();
  if (!ended) return false;
  const after = { askedBy: ended.username };
  await appendAudit(db, { at, author, action: ACTIONS[state], target: `approval:${id}`, after });
  return true;
}

function idsOfOwner(db: Kysely<Database>, ownerId: number) {
  return db
    .selectFrom('approval_devices')
    .innerJoin('devices', 'devices.id', 'approval_devices.device_id')
    .select('approval_devices.approval_id')
    .where('devices.owner_id', '=', ownerId);
}

function selectApprovals(db: Kysely<Database>) {
  return db
    .selectFrom('approvals')
    .leftJoin('users', 'users.id', 'approvals.asker_id')
    .selectAll('approvals')
    .select('users.role as asker_role')
    .orderBy('approvals.id', 'desc');
}

type Query = ReturnType<typeof selectApprovals>;

async function select(db: Kysely<Database>, narrow: (all: Query) => Query): Promise<StoredApproval[]> {
  const rows = await narrow(selectApprovals(db)).execute();
  const devices = new Map<number, number[]>(rows.map(({ id }) => [id, []]));
  if (rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    const named = db.selectFrom('approval_devices').selectAll().where('approval_id', 'in', ids);
    for (const { approval_id, device_id } of await named.execute()) devices.get(approval_id)?.push(device_id);
  }
  return rows.map((row) => toApproval(row, devices.get(row.id) ?? []));
}

function toApproval(row: Awaited<ReturnType<Query['execute']>>[number], deviceIds: number[]): StoredApproval {
  const { asker_id: id, username, asker_role: role } = row;
  return {
    ...{ id: row.id, kind: row.kind, value: row.value, username, address: row.address },
    asker: id === null || role === null ? null : { id, username, role },
    ...{ requestedAt: row.asked_at, expiresAt: row.expires_at, executeAt: row.execute_at },
    whom: { kind: row.whom, group: row.group_name },
    request: row.request === null ? null : (JSON.parse(row.request) as unknown),
    ...{ total: row.total, state: row.state, decidedBy: row.decided_by, decidedAt: row.decided_at },
    deviceIds,
  };
}
