import type { Plan, planRoutes } from '@semaforo/contract/api/plans';
import type { Accepted } from '@semaforo/contract/api/route';
import { targetsOf } from '@semaforo/contract/domain/targets';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Actor } from '../platform/actor.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { createPlanManagement, PlanRequest } from './manage-plans.ts';
import { type createPlanRecords, toOccurrence } from './plan-records.ts';
import type { PlanChange, PlansRepository } from './plans.repository.ts';

export type PlanBody = Accepted<typeof planRoutes.createPlan>['body'];

type ChangeCall = { actor: Actor; address: string; params: { id: number } };

export function createPlanHandlers(options: {
  repository: Pick<PlansRepository, 'list' | 'find'>;
  management: ReturnType<typeof createPlanManagement>;
  records: ReturnType<typeof createPlanRecords>;
}): Handlers<typeof planRoutes> {
  const { repository, management, records } = options;
  const listOf = (actor: Actor) => repository.list(actor.role === 'admin' ? undefined : actor.id);
  const read = async (id: number): Promise<Plan | Refusal> => {
    const plan = await repository.find(id);
    const [record] = plan ? await records.toRecords([plan]) : [];
    return record ?? notFound();
  };
  const change = async (what: PlanChange, { actor, address, params }: ChangeCall) =>
    management.change(params.id, what, { actor, author: authorOf({ actor, address }) });

  return {
    listPlans: async ({ actor }) => records.toRecords(await listOf(actor)),
    getPlanCalendar: async ({ actor, query }) => records.toCalendar(await listOf(actor), query.month),
    createPlan: async (call) => {
      const id = await management.create(planRequest(call.body), {
        ...{ actor: call.actor, author: authorOf(call), request: call.body },
      });
      return id instanceof Refusal ? id : read(id);
    },
    previewPlan: async ({ actor, body }) => {
      const next = await management.preview(planRequest(body), actor);
      return next instanceof Refusal ? next : { next: next.map(toOccurrence) };
    },
    pausePlan: async (call) => (await change({ state: 'in pausa' }, call)) ?? read(call.params.id),
    resumePlan: async (call) => (await change({ state: 'attivo' }, call)) ?? read(call.params.id),
    saveExceptions: async (call) => (await change(call.body, call)) ?? read(call.params.id),
    deletePlan: (call) => change('deleted', call),
  };
}

/** The body of a call as what is asked for. */
export function planRequest(body: PlanBody): PlanRequest {
  const { color, repeat, every, days, dates, exceptions, begin, end } = body;
  const when = { startsOn: body.starts_on, endsOn: body.ends_on, begin, end };
  return {
    color,
    deviceType: body.device_type,
    whom: targetsOf(body),
    repeat,
    every,
    days,
    dates,
    exceptions,
    ...when,
  };
}
