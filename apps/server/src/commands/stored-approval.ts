import type { ApprovalKind, ApprovalState } from '@semaforo/contract/domain/approval-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Actor } from '../platform/actor.ts';

/** Something that one person asked for and another is to approve. Times are epoch milliseconds. */
export type StoredApproval = {
  id: number;
  kind: ApprovalKind;
  value: DeviceStatus;
  /** With the role that this user has now; null once deleted. */
  asker: Actor | null;
  username: string;
  address: string | null;
  requestedAt: number;
  expiresAt: number;
  executeAt: number | null;
  whom: { kind: TargetKind; group: string | null };
  /** The body of the schedule or plan. */
  request: unknown;
  total: number;
  state: ApprovalState;
  decidedBy: string | null;
  decidedAt: number | null;
  /** Those that there still are. */
  deviceIds: readonly number[];
};
