import { APPROVAL_SHOWN_MS, type ApprovalKind } from '@semaforo/contract/domain/approval-rules';
import type { Kysely } from 'kysely';
import { PROGRAM } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import type { LiveFeed } from '../live/live-feed.port.ts';
import type { Enqueue } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { createApprovalHandlers, type NamedDevice } from './approval.routes.ts';
import { createApprovalsRepository } from './approvals.repository.ts';
import { createDecideApproval, ownersOf } from './decide-approval.ts';
import type { ExecuteApproved, SecondPerson } from './second-person.port.ts';
import { createSecondPerson } from './second-person.ts';

/** An expiry is stored within this; nothing is approved after it in any case. */
const EXPIRE_EVERY_MS = 5000;

/** The second person for rosso: one asks, another approves within two minutes (docs/rules.md#second-person). */
export function createApprovals(deps: {
  db: Kysely<Database>;
  findDevice: (id: number) => NamedDevice | undefined;
  feed: LiveFeed;
  enqueue: Enqueue;
  clock: Clock;
  logger: Logger;
}) {
  const { feed, findDevice, clock, logger } = deps;
  const repository = createApprovalsRepository(deps.db);
  const changed = (ownerIds: readonly (number | null)[]) => feed.changed('approvals_changed', ownerIds);
  const executions = new Map<ApprovalKind, ExecuteApproved>();
  const executeApproved: ExecuteApproved = (approval, by) => {
    const execute = executions.get(approval.kind);
    if (!execute) throw new Error(`no module executes what is approved of the kind ${approval.kind}`);
    return execute(approval, by);
  };
  const expiring = createInterval({
    name: 'approvals',
    everyMs: EXPIRE_EVERY_MS,
    logger,
    work: async () => {
      const now = clock.now();
      for (const { id, deviceIds } of await repository.listExpired(now)) {
        const ended = await repository.end(id, 'scaduta', { at: now, author: PROGRAM });
        if (ended) changed(ownersOf(deviceIds, findDevice));
      }
      await repository.forget(now - APPROVAL_SHOWN_MS);
    },
  });
  const secondPerson: SecondPerson = {
    ...createSecondPerson({ ...deps, repository, changed }),
    onApproved: (kind, execute) => void executions.set(kind, execute),
  };
  const decide = createDecideApproval({ ...deps, executeApproved, repository, changed });
  return {
    routes: createApprovalHandlers({ repository, decide, findDevice, clock }),
    secondPerson,
    expiring,
  };
}
