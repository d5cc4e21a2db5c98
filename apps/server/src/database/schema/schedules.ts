import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { PlanStep } from '@semaforo/contract/domain/plan-rules';
import type { ScheduleOutcome } from '@semaforo/contract/domain/schedule-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Generated } from 'kysely';

/** What a schedule does for an alert. */
export type AlertStep = 'inizio' | 'fine';

export type SchedulesTable = {
  id: Generated<number>;
  author_id: number | null;
  username: string;
  color: DeviceStatus;
  device_type: LampDeviceType;
  execute_at: number;
  created_at: number;
  /** 1 once its last delivery has ended, or nothing will be sent. */
  executed: number;
  /** Null while it waits for its time, 'in corso' while its command is under way (docs/rules.md#schedule-outcomes). */
  outcome: ScheduleOutcome | null;
  outcome_reason: string | null;
  finished_at: number | null;
  /** Until when a server holds the right to run it, and how often that right was given. */
  leased_until: number | null;
  /** The server that holds it. */
  leased_by: Generated<string | null>;
  fencing_token: number;
  /** The newest command when it was made; 0 for none. */
  after_command: Generated<number>;
  command_id: number | null;
  /** For whom it is. The group may be gone; its name is that of when the schedule was made. */
  whom: Generated<TargetKind>;
  group_id: Generated<number | null>;
  group_name: Generated<string | null>;
  /** JSON: the names of the first devices that it was for when it ended without a command, and how many they were. */
  ended_devices: Generated<string | null>;
  ended_total: Generated<number | null>;
  /** The alert that it begins or ends; null for what a person planned. */
  alert_id: Generated<number | null>;
  alert_step: Generated<AlertStep | null>;
  /** The recurring plan of which it is one time, the day of that (`2026-11-22`), and what it does then. */
  plan_id: Generated<number | null>;
  plan_day: Generated<string | null>;
  plan_step: Generated<PlanStep | null>;
};

/** The devices of schedules for devices chosen one by one. */
export type ScheduleDevicesTable = { schedule_id: number; device_id: number };
