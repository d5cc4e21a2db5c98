import { APPROVAL_SHOWN_MS } from '@semaforo/contract/domain/approval-rules';
import type { Kysely } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { Enqueue } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createEventChannel } from '../platform/event-channel.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createApprovalHandlers, type NamedDevice } from './approval.routes.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createDecideApproval, type ExecuteApproved, ownersOf } from './decide-approval.ts';
import { type ApprovalEvent, createSecondPerson } from './second-person.ts';

/** An expiry is stored within this; nothing is approved after it in any case. */
const EXPIRE_EVERY_MS = 5000;

/** The second person for rosso: one asks, another approves within two minutes (docs/rules.md#second-person). */
export function createApprovalsModule(deps: {
  db: Kysely<Database>;
  directory: { findById: (id: number) => NamedDevice | undefined };
  enqueue: Enqueue;
  clock: Clock;
  logger: Logger;
}) {
  const { clock, logger } = deps;
  const findDevice = deps.directory.findById;
  const repository = createApprovalsRepository(deps.db);
  const events = createEventChannel<ApprovalEvent>({ name: 'approval-events', logger });
  const expiring = createInterval({
    name: 'approvals',
    everyMs: EXPIRE_EVERY_MS,
    logger,
    work: async () => {
      const now = clock.now();
      for (const { id, deviceIds } of await repository.listExpired(now)) {
        const ended = await repository.end(id, 'scaduta', { at: now, author: PROGRAM });
        if (ended) events.publish({ ownerIds: ownersOf(deviceIds, findDevice) });
      }
      await repository.forget(now - APPROVAL_SHOWN_MS);
    },
  });
  return {
    name: 'approvals',
    /** The routes, given what carries out what was approved: it needs modules that need this one. */
    createRoutes: (executeApproved: ExecuteApproved) =>
      createApprovalHandlers({
        repository,
        decide: createDecideApproval({ ...deps, executeApproved, repository, findDevice, events }),
        findDevice,
        clock,
      }),
    secondPerson: createSecondPerson({ repository, events, clock, enqueue: deps.enqueue }),
    /** What was asked for, decided or has expired. */
    events,
    start: expiring.start,
    stop: expiring.stop,
  };
}
