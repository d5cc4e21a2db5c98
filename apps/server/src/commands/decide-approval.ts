import { approvalState } from '@semaforo/contract/domain/approval-rules';
import { type Actor, isSamePerson, maySee } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { ApprovalsRepository } from './approvals.repository.ts';
import type { Decision, ExecuteApproved } from './second-person.port.ts';
import type { StoredApproval } from './stored-approval.ts';

const SAME_PERSON = new Refusal('conflict', {
  code: 'same-person',
  message: 'La seconda persona deve essere un’altra: chi ha chiesto il rosso non può confermarlo',
});
const NOT_ALL_SEEN = new Refusal('conflict', {
  code: 'not-all-visible',
  message: 'Può confermare solo chi vede tutti i dispositivi della richiesta',
});

type FindDevice = (id: number) => { ownerId: number | null } | undefined;

/** Decides what one person asked for. Of two who decide it at once, one does. */
export function createDecideApproval(options: {
  repository: Pick<ApprovalsRepository, 'find' | 'end' | 'reopen'>;
  findDevice: FindDevice;
  executeApproved: ExecuteApproved;
  /** An approval of devices of these owners was decided. */
  changed: (ownerIds: readonly (number | null)[]) => void;
  clock: Clock;
}) {
  const { repository, clock } = options;
  const findOpen = async (id: number, actor: Actor) => {
    const approval = await repository.find(id);
    if (!approval || !seesAny(actor, approval, options.findDevice)) return notFound();
    const state = approvalState(approval.state, approval.expiresAt, clock.now());
    return state === 'in attesa' ? approval : isOver(state);
  };
  const changed = ({ deviceIds }: StoredApproval) => options.changed(ownersOf(deviceIds, options.findDevice));

  return {
    confirm: async (id: number, by: Decision): Promise<Refusal | undefined> => {
      const approval = await findOpen(id, by.actor);
      if (approval instanceof Refusal) return approval;
      const { asker } = approval;
      if (!asker) return isOver('superata');
      if (isSamePerson(asker, by.actor)) return SAME_PERSON;
      if (!seesAll(by.actor, approval, options.findDevice)) return NOT_ALL_SEEN;
      const act = { at: clock.now(), author: by.author };
      if (!(await repository.end(id, 'confermata', act))) return isOver('scaduta');
      changed(approval);
      const outcome = await options.executeApproved({ ...approval, asker }, by);
      if (!(outcome instanceof Refusal)) return undefined;
      if (outcome.acted) return outcome;
      await repository.reopen(id);
      changed(approval);
      return outcome;
    },
    /** Whoever asked takes it back by the same. */
    reject: async (id: number, { actor, author }: Decision): Promise<Refusal | undefined> => {
      const approval = await findOpen(id, actor);
      if (approval instanceof Refusal) return approval;
      if (!(await repository.end(id, 'rifiutata', { at: clock.now(), author }))) return isOver('scaduta');
      changed(approval);
      return undefined;
    },
  };
}

/** True when the actor sees a device of it. */
export function seesAny(actor: Actor, { deviceIds }: StoredApproval, findDevice: FindDevice): boolean {
  return deviceIds.some((id) => isSeen(actor, findDevice(id)));
}

/** True when the actor sees every device of it. */
export function seesAll(actor: Actor, { deviceIds }: StoredApproval, findDevice: FindDevice): boolean {
  return deviceIds.every((id) => isSeen(actor, findDevice(id)));
}

/** The owners of the devices that there still are. */
export function ownersOf(deviceIds: readonly number[], findDevice: FindDevice): (number | null)[] {
  return [...new Set(deviceIds.flatMap((id) => findDevice(id)?.ownerId ?? []))];
}

function isSeen(actor: Actor, device: ReturnType<FindDevice>): boolean {
  return device !== undefined && maySee(actor, device.ownerId);
}

function isOver(state: string): Refusal {
  return new Refusal('conflict', {
    code: 'approval-over',
    message: `Questa richiesta non attende più: è ${state}`,
  });
}
