import type { BrokerStatus } from '@semaforo/contract/api/broker';
import type { Delivery } from '@semaforo/contract/api/commands';
import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { ChangedEvent, ClockEvent, CommandAccepted, LiveMessage } from '@semaforo/contract/live/events';

/** A command as one viewer sees it; `viewer` is an owner's id, or null for admins, who see all. */
export type ProgressOf = {
  id: number;
  origin: CommandOrigin;
  sourceId: number | null;
  username: string;
  approvedBy?: string | undefined;
  deviceType: LampDeviceType;
  value: DeviceStatus | null;
  /** For whom it was, and the name that the group had. */
  whom: { kind: TargetKind; group: string | null };
  createdAt: string;
  isLarge: boolean;
  totalFor: (viewer: number | null) => number;
};

/**
 * What the server sends to the pages: gathered for 20 to 50 ms, then sent to the owner of each device and to admins.
 */
export type LiveFeed = {
  message: (ownerId: number | null, message: LiveMessage) => void;
  /** The record is made when it is sent, so that it is the newest. */
  deviceChanged: (ownerId: number | null, deviceId: number, record: () => DeviceStatusRecord) => void;
  /** Sent at once, so that the author's page knows its command before the first progress of it. */
  commandAccepted: (authorId: number, accepted: CommandAccepted) => void;
  /** Without a delivery: the command has begun, and its devices wait. */
  progress: (ownerId: number | null, command: ProgressOf, delivery: Delivery | null) => void;
  /** Those who see what belongs to these owners read it again; null: what is nobody's, which admins see. */
  changed: (event: ChangedEvent, ownerIds: readonly (number | null)[] | 'everyone') => void;
  brokerStatus: (status: BrokerStatus) => void;
  clock: (clock: ClockEvent) => void;
  stop: () => Promise<void>;
};
