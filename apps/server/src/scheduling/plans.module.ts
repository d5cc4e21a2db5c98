import type { Kysely } from 'kysely';
import type { ChooseTargets } from '../commands/choose-targets.ts';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { ClockAgreement } from '../database/clock-agreement.ts';
import type { Database } from '../database/schema.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import type { SecondPerson } from '../platform/second-person.ts';
import { createAppointPlans } from './appoint-plans.ts';
import { createDevicesOfTime } from './devices-of-time.ts';
import { createPlanManagement, type PlanEvent } from './manage-plans.ts';
import { createPlanHandlers, type PlanBody, planRequest } from './plan.routes.ts';
import { createToPlanRecords } from './plan-records.ts';
import { createPlansRepository } from './plans.repository.ts';
import { createRecentCommands } from './recent-commands.ts';

type Deps = {
  db: Kysely<Database>;
  chooseTargets: ChooseTargets;
  secondPerson: SecondPerson;
  clockAgreement: Pick<ClockAgreement, 'isOff'>;
  clock: Clock;
  logger: Logger;
};

/** Devices may be told their places, and another server's plans may be near. */
const APPOINT_EVERY_MS = 60_000;

/** Commands that recur (docs/rules.md#recurring-plans). Schedules do each of their times. */
export function createPlansModule(deps: Deps) {
  const { db, logger } = deps;
  const events = createEventChannel<PlanEvent>({ name: 'plan-events', logger });
  const repository = createPlansRepository(db);
  const appointPlans = createAppointPlans({ ...deps, repository });
  const appointInTime = async () => {
    if (!deps.clockAgreement.isOff()) await appointPlans();
  };
  const appointing = createInterval({
    name: 'plans',
    everyMs: APPOINT_EVERY_MS,
    logger,
    work: appointInTime,
  });
  const management = createPlanManagement({ ...deps, repository, appointPlans, events });
  return {
    name: 'plans',
    routes: createPlanHandlers({
      repository,
      management,
      toRecords: createToPlanRecords({
        ...deps,
        repository,
        recentCommands: createRecentCommands(db),
      }),
    }),
    /** Makes a plan that a second person has approved. */
    createApproved: (body: PlanBody, actor: Actor, author: AuditAuthor) =>
      management.create(planRequest(body), { actor, author }),
    /** The devices that one time of a plan is for. */
    devicesOfTime: createDevicesOfTime(repository),
    /** Plans were made, changed or deleted. */
    events,
    /** Resolves once what was due while no server ran is a schedule. */
    start: async () => {
      await appointInTime();
      appointing.start();
    },
    stop: appointing.stop,
  };
}
