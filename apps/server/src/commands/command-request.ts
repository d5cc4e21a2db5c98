import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { CommandOrigin } from '@semaforo/contract/domain/command-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { KnownDevice } from '../devices/known-device.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { ExecutedSchedule } from './executed-schedule.ts';

/** A schedule is not sent later than this after its turn (docs/rules.md#deadlines). */
export const SCHEDULE_DEADLINE_MS = 30_000;

/** For whom a command was, to be told again: the name that the group had, null without one. */
export type RecordedTargets = { kind: TargetKind; group: string | null };

export const FOR_ALL: RecordedTargets = { kind: 'tutti', group: null };

export type CommandTarget = { device: KnownDevice; value: DeviceStatus };

/** What a person or a schedule asks for. */
export type CommandRequest = {
  author: AuditAuthor;
  origin: CommandOrigin;
  deviceType: LampDeviceType;
  /** The one owner of all its targets; undefined when they may be of several. */
  ownerId?: number;
  /** The devices to command, resolved when the command is accepted; or why it may not be. */
  resolveTargets: () => readonly CommandTarget[] | Refusal | Promise<readonly CommandTarget[] | Refusal>;
  /** For all that its author sees, unless told otherwise. */
  whom?: RecordedTargets;
  /** Null when the targets have values of their own. */
  value: DeviceStatus | null;
  /** Nothing of it is sent after this (epoch ms). */
  deadlineAt: number;
  sourceId?: number;
  /** The HTTP request that asked for it, for the log; none for a schedule. */
  requestId?: string | undefined;
  schedule?: ExecutedSchedule;
  /** True when a recurring plan made that schedule. */
  ofPlan?: boolean;
  /** The second person who approved it, where one was needed. */
  approvedBy?: string | undefined;
  /** The lamp test of which it is a step. */
  lampTestId?: number;
  /** True when no one waits for the answer, so that it may wait for a device that comes back; of a schedule always. */
  waitsForDevice?: boolean;
};
