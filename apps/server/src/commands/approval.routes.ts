import type { Approval, approvalRoutes } from '@semaforo/contract/api/approvals';
import { APPROVAL_SHOWN_MS, approvalState } from '@semaforo/contract/domain/approval-rules';
import { labelOf } from '@semaforo/contract/domain/label';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Actor, isSamePerson, maySee } from '../platform/actor.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ApprovalsRepository } from './approvals.repository.ts';
import { type createDecideApproval, seesAll, seesAny } from './decide-approval.ts';
import type { StoredApproval } from './stored-approval.ts';

/** A device as far as an approval tells of it. */
export type NamedDevice = { name: string | null; topic: string; ownerId: number | null };

export function createApprovalHandlers(options: {
  repository: Pick<ApprovalsRepository, 'find' | 'listSince'>;
  decide: ReturnType<typeof createDecideApproval>;
  findDevice: (id: number) => NamedDevice | undefined;
  clock: Clock;
}): Handlers<typeof approvalRoutes> {
  const { repository, decide, findDevice, clock } = options;

  const toRecord = (actor: Actor, approval: StoredApproval): Approval => {
    const mine = approval.asker !== null && isSamePerson(approval.asker, actor);
    const known = approval.deviceIds.flatMap((id) => findDevice(id) ?? []);
    const state = approvalState(approval.state, approval.expiresAt, clock.now());
    return {
      ...{ id: approval.id, kind: approval.kind, color: approval.value, asked_by: approval.username },
      asked_at: isoTime(approval.requestedAt),
      expires_at: isoTime(approval.expiresAt),
      state,
      decided_by: approval.decidedBy,
      decided_at: approval.decidedAt === null ? null : isoTime(approval.decidedAt),
      execute_at: approval.executeAt === null ? null : isoTime(approval.executeAt),
      devices: known.filter(({ ownerId }) => maySee(actor, ownerId)).map(labelOf),
      total: approval.total,
      mine,
      may_confirm:
        !mine && state === 'in attesa' && approval.asker !== null && seesAll(actor, approval, findDevice),
    };
  };
  const read = async (actor: Actor, id: number) => {
    const approval = await repository.find(id);
    return approval ? toRecord(actor, approval) : notFound();
  };

  return {
    listApprovals: async ({ actor }) => {
      const ownerId = actor.role === 'admin' ? null : actor.id;
      const recent = await repository.listSince(clock.now() - APPROVAL_SHOWN_MS, ownerId);
      const seen = recent.filter((approval) => seesAny(actor, approval, findDevice));
      return seen.map((approval) => toRecord(actor, approval));
    },
    confirmApproval: async (call) => {
      const refused = await decide.confirm(call.params.id, { ...call, author: authorOf(call) });
      return refused instanceof Refusal ? refused : read(call.actor, call.params.id);
    },
    rejectApproval: async (call) => {
      const refused = await decide.reject(call.params.id, { ...call, author: authorOf(call) });
      return refused instanceof Refusal ? refused : read(call.actor, call.params.id);
    },
  };
}
