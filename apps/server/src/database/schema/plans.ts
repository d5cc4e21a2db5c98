import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { PlanRepeat } from '@semaforo/contract/domain/plan-rules';
import type { TargetKind } from '@semaforo/contract/domain/targets';
import type { Generated } from 'kysely';

/** Recurring plans. Each of their times is a schedule with `plan_id`: what became of it is stored there. */
export type PlansTable = {
  id: Generated<number>;
  /** Null once the user is deleted: the plan does nothing then. */
  author_id: number | null;
  username: string;
  color: DeviceStatus;
  device_type: LampDeviceType;
  whom: TargetKind;
  group_id: number | null;
  group_name: string | null;
  repeat: PlanRepeat;
  every: number;
  /** JSON: days of the week, dates, and dates on which it does nothing. */
  days: string;
  dates: string;
  exceptions: string;
  starts_on: string;
  ends_on: string | null;
  /** Times of day as domain/plan-rules.ts writes them. */
  begin_moment: string;
  end_moment: string | null;
  created_at: number;
  paused: number;
  /** Its times begin after this: when it was made or resumed. */
  active_from: number;
  /** Up to here its times are schedules. */
  appointed_until: number;
  deleted_at: number | null;
};

/** The devices of plans for devices chosen one by one. */
export type PlanDevicesTable = { plan_id: number; device_id: number };
