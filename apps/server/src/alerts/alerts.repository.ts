import DataLoader from 'dataloader';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';
import { appointStep } from './appoint-step.ts';
import { type Appointment, type Decision, storeDecision, undoDecision } from './store-decision.ts';
import { type AlertTargets, conditionOf, type StoredAlert, selectAlerts, toAlert } from './stored-alert.ts';

export type NewAlert = Pick<
  StoredAlert,
  'color' | 'from' | 'to' | 'reason' | 'drill' | 'source' | 'bulletinId' | 'gauge' | 'day'
> & {
  owner: { id: number; username: string; role: 'admin' | 'user' };
  whom: AlertTargets;
  deviceIds: readonly number[];
};

/** Alerts as people, bulletins and gauges make and decide them. */
export type AlertsRepository = {
  find: (id: number) => Promise<StoredAlert | undefined>;
  /** Of one owner, or of all when undefined: all that wait or are in course, then the last ended ones. */
  list: (page: {
    ownerId: number | undefined;
    limit: number;
    before: number | undefined;
    now: number;
  }) => Promise<StoredAlert[]>;
  /** How many of an owner are confirmed and not over. */
  countOpen: (ownerId: number, now: number) => Promise<number>;
  /** Those that a bulletin brought for a day. */
  listOfDay: (day: string) => Promise<StoredAlert[]>;
  /** Those whose time is over and whose end no person has confirmed. */
  listUnended: (now: number) => Promise<StoredAlert[]>;
  /** The devices chosen one by one. */
  chosenDevices: (id: number) => Promise<Set<number>>;
  /** Those that a gauge asked for and that are not over. */
  listOfGauge: (gaugeId: number) => Promise<StoredAlert[]>;
  /** Whose alerts may be made; undefined when the user is gone. */
  findOwner: (userId: number) => Promise<Actor | undefined>;
  /** Stores an alert, confirmed by whoever acts, or only proposed. */
  create: (
    alert: NewAlert,
    act: AuditContext & { decision: 'confermata' | 'proposta'; byPerson: boolean; action: string },
  ) => Promise<number>;
  /**
   * Decides an alert and appoints what follows. False, and nothing is stored, when it was decided otherwise since it
   * was read.
   */
  decide: (alert: StoredAlert, decision: Decision, appointment: Appointment) => Promise<boolean>;
  /** Takes back how it was ended or refused; false when it was decided otherwise since it was read. */
  undo: (alert: StoredAlert, act: AuditContext) => Promise<boolean>;
  /** A newer bulletin says the same of a proposal. */
  setBulletin: (id: number, bulletinId: number) => Promise<void>;
};

export function createAlertsRepository(db: Kysely<Database>): AlertsRepository {
  /** Of a crowd of owners each asks the same: what is asked within one turn is read at once. */
  const findTogether = new DataLoader<number, StoredAlert | undefined>(
    async (ids) => {
      const found = new Map<number, StoredAlert>();
      for (const some of inChunks([...new Set(ids)])) {
        const rows = await selectAlerts(db).where('alerts.id', 'in', some).execute();
        for (const row of rows) found.set(row.id, toAlert(row));
      }
      return ids.map((id) => found.get(id));
    },
    { cache: false },
  );
  return {
    find: (id) => findTogether.load(id),
    list: (page) => listAlerts(db, page),
    countOpen: async (ownerId, now) => {
      const { count } = await db
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_id', '=', ownerId)
        .where('decision', '=', 'confermata')
        .where('to_at', '>', now)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    listOfDay: async (day) =>
      (await selectAlerts(db).where('alerts.day', '=', day).orderBy('alerts.id').execute()).map(toAlert),
    listUnended: async (now) => {
      const rows = await selectAlerts(db)
        .where('decision', '=', 'confermata')
        .where('to_at', '<=', now)
        .where('end_confirmed', '=', 0)
        .execute();
      return rows.map(toAlert).filter((alert) => conditionOf(alert, now).awaits === 'fine');
    },
    chosenDevices: async (id) => {
      const rows = await db
        .selectFrom('alert_devices')
        .select('device_id')
        .where('alert_id', '=', id)
        .execute();
      return new Set(rows.map(({ device_id }) => device_id));
    },
    listOfGauge: async (gaugeId) => {
      const rows = await selectAlerts(db)
        .where('alerts.gauge_id', '=', gaugeId)
        .where('decision', 'in', ['proposta', 'confermata'])
        .where((eb) => eb.or([eb('end.outcome', 'is', null), eb('end.outcome', '=', 'mancata')]))
        .orderBy('alerts.id')
        .execute();
      return rows.map(toAlert);
    },
    findOwner: (userId) =>
      db.selectFrom('users').select(['id', 'username', 'role']).where('id', '=', userId).executeTakeFirst(),
    create: (alert, act) => db.transaction().execute((transaction) => create(transaction, alert, act)),
    decide: (alert, decision, appointment) =>
      db.transaction().execute((transaction) => storeDecision(transaction, alert, decision, appointment)),
    undo: (alert, act) => db.transaction().execute((transaction) => undoDecision(transaction, alert, act)),
    setBulletin: async (id, bulletinId) => {
      await db.updateTable('alerts').set({ bulletin_id: bulletinId }).where('id', '=', id).execute();
    },
  };
}

async function listAlerts(
  db: Kysely<Database>,
  { ownerId, limit, before, now }: Parameters<AlertsRepository['list']>[0],
): Promise<StoredAlert[]> {
  const ofOwner = () => {
    const all = selectAlerts(db);
    return ownerId === undefined ? all : all.where('alerts.owner_id', '=', ownerId);
  };
  const isOpen = ofOwner().where((eb) =>
    eb.or([
      eb.and([eb('decision', '=', 'proposta'), eb('to_at', '>', now)]),
      eb.and([
        eb('decision', '=', 'confermata'),
        eb.or([eb('end.outcome', 'is', null), eb('end.outcome', '=', 'mancata')]),
      ]),
    ]),
  );
  const last = before === undefined ? ofOwner() : ofOwner().where('alerts.id', '<', before);
  const open = before === undefined ? await isOpen.orderBy('from_at').orderBy('alerts.id').execute() : [];
  const known = new Set(open.map(({ id }) => id));
  const ended = await last.orderBy('alerts.id', 'desc').limit(limit).execute();
  return [...open, ...ended.filter(({ id }) => !known.has(id))].map(toAlert);
}

async function create(
  db: Kysely<Database>,
  alert: NewAlert,
  { at, author, decision, byPerson, action }: Parameters<AlertsRepository['create']>[1],
): Promise<number> {
  const { owner, whom, deviceIds, ...rest } = alert;
  const isConfirmed = decision === 'confermata';
  const { id } = await db
    .insertInto('alerts')
    .values({
      owner_id: owner.id,
      color: alert.color,
      whom: whom.kind,
      group_id: whom.groupId,
      group_name: whom.group,
      zone: whom.zone,
      from_at: alert.from,
      to_at: alert.to,
      reason: alert.reason,
      drill: alert.drill ? 1 : 0,
      source: alert.source,
      bulletin_id: alert.bulletinId,
      gauge_id: alert.gauge?.id ?? null,
      gauge_event: alert.gauge?.event ?? null,
      day: alert.day,
      created_at: at,
      author_id: byPerson ? author.id : null,
      author_name: byPerson ? author.username : null,
      decision,
      decided_at: isConfirmed ? at : null,
      note: null,
      end_confirmed: byPerson ? 1 : 0,
      begin_id: null,
      end_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const some of inChunks(deviceIds)) {
    await db
      .insertInto('alert_devices')
      .values(some.map((deviceId) => ({ alert_id: id, device_id: deviceId })))
      .execute();
  }
  if (isConfirmed) {
    const made = { id, owner, color: alert.color };
    const { username } = author;
    await appointStep(db, made, { step: 'inizio', at: alert.from, now: at, username });
    if (byPerson) await appointStep(db, made, { step: 'fine', at: alert.to, now: at, username });
  }
  const after = { ...rest, ownerId: owner.id, whom, devices: deviceIds.length };
  await appendAudit(db, { at, author, action, target: `alert:${id}`, after });
  return id;
}
