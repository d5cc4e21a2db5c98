import { mayShow } from '@semaforo/contract/domain/channels';
import { valueAtEnd } from '@semaforo/contract/domain/plan-rules';
import type { Targets } from '@semaforo/contract/domain/targets';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { RequestedOfTwo, SecondPerson } from '../commands/second-person.port.ts';
import type { AuditAuthor } from '../database/audit-trail.ts';
import { type Actor, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import { needsSun, nextDays, type PlanDay, placesOf } from './plan-times.ts';
import type { PlanChange, PlansRepository } from './plans.repository.ts';
import type { PlannedCommand } from './stored-plan.ts';

/** Far more than a Comune repeats (docs/rules.md#quotas). */
const PLANS_AT_MOST = 100;
const SHOWN_BEFORE = 10;

const NOT_FOR_THIS_TYPE = new Refusal('invalid', {
  code: 'invalid-color',
  message: 'Il colore non è valido per questo tipo di dispositivo',
});
const ENDS_AS_IT_BEGINS = new Refusal('invalid', {
  code: 'end-without-change',
  message: 'Alla fine i semafori tornano a verde: un piano che accende il verde non ha una fine',
});
const NO_PLACES = new Refusal('conflict', {
  code: 'no-coordinates',
  message: 'Nessuno dei dispositivi ha le coordinate: alba e tramonto non si possono calcolare',
});
const NEVER = new Refusal('conflict', {
  code: 'plan-without-times',
  message: 'Il piano non ha nessuna volta nel futuro: controlla i giorni, la fine e le eccezioni',
});
const TOO_MANY = new Refusal('conflict', {
  code: 'too-many-plans',
  message: `Hai già ${PLANS_AT_MOST} piani ricorrenti: eliminane qualcuno prima di aggiungerne altri`,
});

/** A plan as a person asks for it. */
export type PlanRequest = Omit<PlannedCommand, 'whom'> & { whom: Targets };

/** Makes, changes and deletes plans for a person: stored first, then published. */
export function createPlanManagement(options: {
  repository: PlansRepository;
  chooseTargets: ChooseTargets;
  secondPerson: SecondPerson;
  /** Makes schedules of the times that are near. */
  appointPlans: () => Promise<void>;
  /** The plans of that author have changed. */
  changed: (authorId: number) => void;
  clock: Clock;
}) {
  const { repository, clock } = options;

  /** The plan with the group that it names, and its next times; refused when it has none. */
  const check = async (
    requested: PlanRequest,
    actor: Actor,
  ): Promise<{ plan: PlannedCommand; next: PlanDay[]; devices: RequestedOfTwo['devices'] } | Refusal> => {
    if (!mayShow(requested.deviceType, requested.color)) return NOT_FOR_THIS_TYPE;
    if (requested.end !== null && valueAtEnd(requested.deviceType, requested.color) === requested.color)
      return ENDS_AS_IT_BEGINS;
    const chosen = await options.chooseTargets(actor, requested.deviceType, requested.whom);
    if (chosen instanceof Refusal) return chosen;
    const { kind } = requested.whom;
    const groupId = requested.whom.kind === 'gruppo' ? requested.whom.groupId : null;
    const plan = { ...requested, whom: { kind, groupId, group: chosen.group } };
    const places = placesOf(chosen.devices);
    if (needsSun(plan) && places.length === 0) return NO_PLACES;
    const next = nextDays(plan, places, { after: clock.now(), count: SHOWN_BEFORE });
    return next.length === 0 ? NEVER : { plan, next, devices: chosen.devices };
  };

  return {
    preview: async (requested: PlanRequest, actor: Actor): Promise<PlanDay[] | Refusal> => {
      const found = await check(requested, actor);
      return found instanceof Refusal ? found : found.next;
    },
    /** `request`: the call, to be made again once another person has approved it; undefined: one has. */
    create: async (
      requested: PlanRequest,
      { actor, author, request }: { actor: Actor; author: AuditAuthor; request?: unknown },
    ): Promise<number | Refusal> => {
      if ((await repository.countOf(actor.id)) >= PLANS_AT_MOST) return TOO_MANY;
      const found = await check(requested, actor);
      if (found instanceof Refusal) return found;
      const { plan, devices } = found;
      if (request !== undefined) {
        const { kind, group } = plan.whom;
        const wait = await options.secondPerson.ask({
          ...{ kind: 'piano', value: plan.color, actor, address: author.address ?? '', devices },
          ...{ whom: { kind, group }, request, executeAt: null },
        });
        if (wait) return wait;
      }
      const deviceIds = requested.whom.kind === 'scelti' ? requested.whom.deviceIds : [];
      const act = { at: clock.now(), author, authorId: actor.id };
      const id = await repository.create({ ...found.plan, deviceIds }, act);
      await options.appointPlans();
      options.changed(actor.id);
      return id;
    },
    change: async (
      id: number,
      change: PlanChange,
      { actor, author }: { actor: Actor; author: AuditAuthor },
    ): Promise<Refusal | undefined> => {
      const plan = await repository.find(id);
      if (!plan || plan.deleted || !maySee(actor, plan.author.id)) return notFound();
      await repository.change(plan, change, { at: clock.now(), author });
      await options.appointPlans();
      options.changed(plan.author.id);
      return undefined;
    },
  };
}
