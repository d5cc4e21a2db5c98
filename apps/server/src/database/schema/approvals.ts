import type { ApprovalKind, ApprovalState } from '@semaforo/contract/domain/approval-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Generated } from 'kysely';

export type ApprovalsTable = {
  id: Generated<number>;
  kind: ApprovalKind;
  value: DeviceStatus;
  /** Who asked; null once that user is deleted, and then nobody may approve it. */
  asker_id: number | null;
  username: string;
  address: string | null;
  asked_at: number;
  expires_at: number;
  /** When a schedule is for. */
  execute_at: number | null;
  /** For whom it is, and the name that the group had. */
  whom: TargetKind;
  group_name: string | null;
  /** The body of a schedule or plan, as JSON; null for a command. */
  request: string | null;
  total: number;
  state: ApprovalState;
  decided_by: string | null;
  decided_at: number | null;
};

/** The devices that were meant when it was asked for. */
export type ApprovalDevicesTable = { approval_id: number; device_id: number };
