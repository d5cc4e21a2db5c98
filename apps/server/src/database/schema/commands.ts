import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { DeliveryState } from '@semaforo/contract/domain/delivery-state';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Generated } from 'kysely';

export type CommandsTable = {
  id: Generated<number>;
  created_at: number;
  author_id: number | null;
  /** The author's name at the time: it outlives the user. */
  username: string;
  origin: CommandOrigin;
  device_type: LampDeviceType;
  /** The status commanded; null when each delivery has its own (a restore). */
  value: DeviceStatus | null;
  deadline_at: number;
  /** The command that this one restores or repeats. */
  source_id: number | null;
  schedule_id: number | null;
  /** The server that has it under way; null for one of a version that did not say. */
  served_by: string | null;
  /** Made by the server before it stores the command, so that one whose commit is in doubt can be looked up; unique. */
  intent_key: Generated<string | null>;
  /** For whom it was, and the name that the group had. */
  whom: Generated<TargetKind>;
  group_name: Generated<string | null>;
  /** The lamp test of which it is a step, or the way back. */
  lamp_test_id: Generated<number | null>;
  /** The name of the second person who approved it; null without one. */
  approved_by: Generated<string | null>;
};

export type DeliveriesTable = {
  id: Generated<number>;
  command_id: number;
  device_id: number | null;
  device_name: string | null;
  device_topic: string;
  /** The owner at the time of the command: history stays theirs. */
  owner_id: number | null;
  value: DeviceStatus;
  /** The status before the command, for a restore: only one that the device itself had said, and that held then. */
  previous_status: DeviceStatus | null;
  payloads: string;
  state: DeliveryState;
  reason: string | null;
  /** 0: nothing of it was handed to the broker while the device could hear it; 1: something was; 2: all of it. */
  sent: Generated<number>;
  /** When its first message was handed to the broker, to a tenth of a second; null as long as `sent` is 0. */
  sent_at: Generated<number | null>;
  created_at: number;
  state_changed_at: number;
  /** What the device showed when the delivery had ended otherwise than confirmed. */
  shown: Generated<DeviceStatus | null>;
  /** The lamps that were lit then, with commas between; null for none or one, which `shown` names. */
  lit: Generated<string | null>;
};
