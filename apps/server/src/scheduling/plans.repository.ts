import { type PlanState, valueAtEnd } from '@semaforo/contract/domain/plan-rules';
import type { Kysely } from 'kysely';
import { type AuditContext, appendAudit } from '../database/audit-trail.ts';
import { inChunks } from '../database/in-chunks.ts';
import type { Database } from '../database/schema.ts';
import { insertTimeOfPlan } from '../database/waiting-schedule.ts';
import type { PlanTime } from './plan-times.ts';
import { type PlannedCommand, type StoredPlan, selectPlans, toPlan } from './stored-plan.ts';

/** What a person changes of a plan, and as what it is in the audit. */
export type PlanChange =
  | { exceptions: readonly string[] }
  | { state: Exclude<PlanState, 'finito'> }
  | 'deleted';

/** Recurring plans; their times are schedules. A plan that was deleted is found, but not listed. */
export type PlansRepository = {
  countOf: (authorId: number) => Promise<number>;
  /** Of one author, or of all when undefined, oldest first. */
  list: (authorId: number | undefined) => Promise<StoredPlan[]>;
  find: (id: number) => Promise<StoredPlan | undefined>;
  /** Resolves to the id. */
  create: (
    plan: PlannedCommand & { deviceIds: readonly number[] },
    act: AuditContext & { authorId: number },
  ) => Promise<number>;
  /** Changes a plan and takes its later times back, but for the end of what has begun. */
  change: (plan: StoredPlan, change: PlanChange, act: AuditContext) => Promise<void>;
  /** Those whose times are schedules only up to `until`, or were appointed by a clock beyond `atMost`. */
  listToAppoint: (range: { until: number; atMost: number }) => Promise<StoredPlan[]>;
  /** Appoints times of a plan up to an instant; does nothing when another server did, or the plan was changed. */
  appoint: (
    plan: StoredPlan,
    times: readonly PlanTime[],
    act: { until: number; now: number },
  ) => Promise<void>;
  chosenDevices: (id: number) => Promise<Set<number>>;
  /** The instants of a step of a plan on a day. */
  instantsOf: (time: { id: number; day: string; step: PlanTime['step'] }) => Promise<number[]>;
};

export function createPlansRepository(db: Kysely<Database>): PlansRepository {
  return {
    countOf: async (authorId) => {
      const { count } = await db
        .selectFrom('plans')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('author_id', '=', authorId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    list: async (authorId) => {
      const all = selectPlans(db).where('deleted_at', 'is', null).orderBy('plans.id');
      return (await (authorId === undefined ? all : all.where('author_id', '=', authorId)).execute()).map(
        toPlan,
      );
    },
    find: async (id) => {
      const row = await selectPlans(db).where('plans.id', '=', id).executeTakeFirst();
      return row && toPlan(row);
    },
    create: (plan, act) => db.transaction().execute((transaction) => createPlan(transaction, plan, act)),
    change: (plan, change, act) =>
      db.transaction().execute((transaction) => changePlan(transaction, plan, change, act)),
    listToAppoint: async ({ until, atMost }) => {
      const rows = await selectPlans(db)
        .where('deleted_at', 'is', null)
        .where('paused', '=', 0)
        .where((eb) => eb.or([eb('appointed_until', '<', until), eb('appointed_until', '>', atMost)]))
        .orderBy('plans.id')
        .execute();
      return rows.map(toPlan);
    },
    appoint: (plan, times, act) =>
      db.transaction().execute((transaction) => appoint(transaction, plan, times, act)),
    chosenDevices: async (id) => {
      const rows = await db
        .selectFrom('plan_devices')
        .select('device_id')
        .where('plan_id', '=', id)
        .execute();
      return new Set(rows.map(({ device_id }) => device_id));
    },
    instantsOf: async ({ id, day, step }) => {
      const rows = await db
        .selectFrom('schedules')
        .select('execute_at')
        .where('plan_id', '=', id)
        .where('plan_day', '=', day)
        .where('plan_step', '=', step)
        .orderBy('execute_at')
        .execute();
      return rows.map(({ execute_at }) => execute_at);
    },
  };
}

async function createPlan(
  db: Kysely<Database>,
  plan: PlannedCommand & { deviceIds: readonly number[] },
  { at, author, authorId }: AuditContext & { authorId: number },
): Promise<number> {
  const { deviceIds, ...command } = plan;
  const { id } = await db
    .insertInto('plans')
    .values({
      author_id: authorId,
      username: author.username,
      color: plan.color,
      device_type: plan.deviceType,
      whom: plan.whom.kind,
      group_id: plan.whom.groupId,
      group_name: plan.whom.group,
      repeat: plan.repeat,
      every: plan.every,
      days: JSON.stringify(plan.days),
      dates: JSON.stringify(plan.dates),
      exceptions: JSON.stringify(plan.exceptions),
      starts_on: plan.startsOn,
      ends_on: plan.endsOn,
      begin_moment: plan.begin,
      end_moment: plan.end,
      created_at: at,
      paused: 0,
      active_from: at,
      appointed_until: at,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const some of inChunks(deviceIds)) {
    await db
      .insertInto('plan_devices')
      .values(some.map((deviceId) => ({ plan_id: id, device_id: deviceId })))
      .execute();
  }
  const after = { ...command, devices: deviceIds.length };
  await appendAudit(db, { at, author, action: 'plans.create', target: `plan:${id}`, after });
  return id;
}

async function changePlan(
  db: Kysely<Database>,
  { id, exceptions, paused }: StoredPlan,
  change: PlanChange,
  { at, author }: AuditContext,
): Promise<void> {
  const audited = { at, author, target: `plan:${id}` };
  // The plan first: who appoints its times meanwhile does so before, or not at all.
  const plan = db.updateTable('plans').set({ appointed_until: at }).where('id', '=', id);
  if (change === 'deleted') {
    await plan.set({ deleted_at: at }).execute();
    await appendAudit(db, { ...audited, action: 'plans.delete' });
  } else if ('exceptions' in change) {
    await plan.set({ exceptions: JSON.stringify(change.exceptions) }).execute();
    await appendAudit(db, { ...audited, action: 'plans.except', before: { exceptions }, after: change });
  } else {
    const pauses = change.state === 'in pausa';
    await plan.set({ paused: pauses ? 1 : 0, ...(!pauses && paused && { active_from: at }) }).execute();
    await appendAudit(db, { ...audited, action: pauses ? 'plans.pause' : 'plans.resume' });
  }
  await takeBackLater(db, id, at);
}

/** The end of what has begun stays: a pause never leaves a lamp lit that would have gone out. */
async function takeBackLater(db: Kysely<Database>, planId: number, now: number): Promise<void> {
  await db
    .deleteFrom('schedules')
    .where('plan_id', '=', planId)
    .where('execute_at', '>', now)
    .where('executed', '=', 0)
    .where('outcome', 'is', null)
    .where((eb) =>
      eb.or([
        eb('plan_step', '=', 'inizio'),
        eb.not(
          eb.exists(
            eb
              .selectFrom('schedules as begin')
              .select('begin.id')
              .whereRef('begin.plan_id', '=', 'schedules.plan_id')
              .whereRef('begin.plan_day', '=', 'schedules.plan_day')
              .where('begin.plan_step', '=', 'inizio')
              .where('begin.execute_at', '<=', now),
          ),
        ),
      ]),
    )
    .execute();
}

async function appoint(
  db: Kysely<Database>,
  plan: StoredPlan,
  times: readonly PlanTime[],
  { until, now }: { until: number; now: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('plans')
    .set({ appointed_until: until })
    .where('id', '=', plan.id)
    .where('appointed_until', '=', plan.appointedUntil)
    .where('paused', '=', 0)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  for (const { day, step, at } of times) {
    await insertTimeOfPlan(db, {
      author_id: plan.author.id,
      username: plan.author.username,
      color: step === 'inizio' ? plan.color : valueAtEnd(plan.deviceType, plan.color),
      device_type: plan.deviceType,
      execute_at: at,
      created_at: now,
      whom: plan.whom.kind,
      group_id: plan.whom.groupId,
      group_name: plan.whom.group,
      plan_id: plan.id,
      plan_day: day,
      plan_step: step,
      // Appointed after its time: whatever was commanded since that time is newer.
      ...(at <= now && { after_command: 0 }),
    });
  }
}
