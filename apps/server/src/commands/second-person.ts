import {
  APPROVAL_WITHIN_MS,
  needsSecondPerson,
  PROPOSAL_WITHIN_MS,
} from '@semaforo/contract/domain/approval-rules';
import { authorOf } from '../http/author-of.ts';
import type { Enqueue } from '../notifications/notification.ts';
import { accountOf, onlyProposes } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { ApprovalsRepository } from './approvals.repository.ts';
import { PROPOSED, SECOND_PERSON_NEEDED, type SecondPerson } from './second-person.port.ts';

/** Decides what needs a second person, and keeps it for that one. */
export function createSecondPerson(options: {
  repository: Pick<ApprovalsRepository, 'isWanted' | 'ask'>;
  /** An approval of devices of these owners was asked for. */
  changed: (ownerIds: readonly (number | null)[]) => void;
  enqueue: Enqueue;
  clock: Clock;
}): Omit<SecondPerson, 'onApproved'> {
  const { repository, clock } = options;
  const isNeeded: SecondPerson['isNeeded'] = async (value, ownerIds) => {
    if (!needsSecondPerson(value)) return false;
    const known = new Set(ownerIds.flatMap((id) => id ?? []));
    return known.size > 0 && repository.isWanted([...known]);
  };
  return {
    isNeeded,
    ask: async ({ actor, address, devices, ...requested }) => {
      const ownerIds = [...new Set(devices.map(({ ownerId }) => ownerId))];
      const isProposal = onlyProposes(actor);
      if (!isProposal && !(await isNeeded(requested.value, ownerIds))) return undefined;
      const at = clock.now();
      const deviceIds = devices.map(({ id }) => id);
      const expiresAt = at + (isProposal ? PROPOSAL_WITHIN_MS : APPROVAL_WITHIN_MS);
      const kept = await repository.ask(
        { ...requested, askerId: actor.id, expiresAt, deviceIds },
        { at, author: authorOf({ actor, address }) },
        async (id, transaction) => {
          const audience = { to: 'browsers', ownerIds, withAdmins: true, not: accountOf(actor) } as const;
          const facts = {
            kind: requested.kind,
            username: actor.username,
            total: deviceIds.length,
            expiresAt,
          };
          const news = { audience, key: `approval:${id}`, kind: 'approval', facts, expiresAt } as const;
          await options.enqueue(news, transaction);
        },
      );
      if (kept instanceof Refusal) return kept;
      options.changed(ownerIds);
      return isProposal ? PROPOSED : SECOND_PERSON_NEEDED;
    },
  };
}
