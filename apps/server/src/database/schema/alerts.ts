import type { AlertDecision, AlertSource, AlertTargetKind } from '@semaforo/contract/domain/alert-rules';
import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { Generated } from 'kysely';

/** Its beginning and its end are schedules with `alert_id`: what became of them is stored there. */
export type AlertsTable = {
  id: Generated<number>;
  /** Whose it is: a Comune, or an admin; null once the user is deleted. */
  owner_id: number | null;
  color: SignalColor;
  whom: AlertTargetKind;
  /** The group may be gone; its name is that of when the alert was made. */
  group_id: number | null;
  group_name: string | null;
  zone: string | null;
  from_at: number;
  to_at: number;
  reason: string;
  drill: number;
  source: AlertSource;
  bulletin_id: number | null;
  /** `2026-11-22`: the day of which the bulletin speaks. */
  day: string | null;
  created_at: number;
  /** Who made it, or confirmed what was proposed; null while no person has. */
  author_id: number | null;
  author_name: string | null;
  /** The name of the second person who confirmed it; null without one. */
  approved_by: Generated<string | null>;
  decision: AlertDecision;
  decided_at: number | null;
  /** The user who decided it last; null for the program, and once that was taken back. */
  decided_by: Generated<number | null>;
  note: string | null;
  /** The gauge that asked for it and the number of its event there; null for all others. */
  gauge_id: Generated<number | null>;
  gauge_event: Generated<number | null>;
  /** 1 when a person has confirmed when it ends. */
  end_confirmed: number;
  /** 1 when the person who ended it also ended what was set by hand during it. */
  ends_overrides: Generated<number>;
  /** 1: its end leads to verde instead of what the signals showed before. */
  ends_verde: Generated<number>;
  /** The newest schedules that begin and end it. */
  begin_id: number | null;
  end_id: number | null;
};

/** What a signal was to show when the first of the alerts began that have followed each other on it. */
export type ColorsBeforeAlertsTable = { device_id: number; color: DeviceStatus };

/** The devices of alerts for devices chosen one by one. */
export type AlertDevicesTable = { alert_id: number; device_id: number };
