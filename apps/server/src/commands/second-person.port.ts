import type { ApprovalKind } from '@semaforo/contract/domain/approval-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import type { StoredApproval } from './stored-approval.ts';

/** What a person asks for, as far as another may have to approve it. */
export type RequestedOfTwo = {
  kind: ApprovalKind;
  value: DeviceStatus;
  actor: Actor;
  address: string;
  devices: readonly { id: number; ownerId: number | null }[];
  whom: { kind: TargetKind; group: string | null };
  /** The body of a schedule or plan, to make it once it is approved; null for a command. */
  request: unknown;
  /** When a schedule is for (epoch ms). */
  executeAt: number | null;
};

/** The press of whoever decides. */
export type Decision = {
  actor: Actor;
  author: AuditAuthor;
  requestId: string;
  /** Epoch milliseconds. */
  pressedAt: number;
};

/** Does what was approved, as if it was asked for now. Resolves to a refusal when nothing came of it. */
export type ExecuteApproved = (approval: StoredApproval & { asker: Actor }, by: Decision) => Promise<unknown>;

/** The second person for rosso (docs/rules.md#second-person). */
export type SecondPerson = {
  /** True when what lights that status on devices of these owners needs two people. */
  isNeeded: (value: DeviceStatus | null, ownerIds: readonly (number | null)[]) => Promise<boolean>;
  /** Keeps what is asked for until another person approves it, and refuses it for now; undefined: one is enough. */
  ask: (requested: RequestedOfTwo) => Promise<Refusal | undefined>;
  /** From now on what is approved of that kind is executed by this. */
  onApproved: (kind: ApprovalKind, execute: ExecuteApproved) => void;
};

/** The same of what a program proposed. */
export const PROPOSED = new Refusal('conflict', {
  code: 'proposed',
  message: 'Proposta registrata: vale quando una persona la conferma, entro 15 minuti',
  acted: true,
});

/** Not done, but kept: with the same key it is not asked for twice. */
export const SECOND_PERSON_NEEDED = new Refusal('conflict', {
  code: 'second-person-needed',
  message: 'Serve una seconda persona: un’altra deve confermare il rosso entro 2 minuti',
  acted: true,
});
