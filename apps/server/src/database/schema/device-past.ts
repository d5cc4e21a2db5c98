import type { LampColor } from '@semaforo/contract/domain/lamps';
import type { LinkPolicy } from '@semaforo/contract/domain/link-policy';
import type { Generated } from 'kysely';

/** What a device said of a lamp that was not its word before. */
export type DeviceReportsTable = {
  id: Generated<number>;
  device_id: number;
  at: number;
  lamp: LampColor;
  is_on: number;
};

/** What a device measured, once a minute at most: the last of that minute (epoch ms of its beginning). */
export type DeviceMetricsTable = {
  device_id: number;
  minute: number;
  temp: number | null;
  vcc: number | null;
  uptime: number | null;
};

/** An error of a device, or that it reported something else than was desired of it. */
export type KeptErrorKind = 'error' | 'out_of_sync';

/** From when to when a device was in error or out of sync; at most one of each kind of a device has not ended. */
export type DeviceErrorsTable = {
  id: Generated<number>;
  device_id: number;
  kind: Generated<KeptErrorKind>;
  reason: string;
  began_at: number;
  ended_at: number | null;
};

/** What a lamp drew (W), lit and dark, in its last lamp test; null: not measured. */
export type LampPowersTable = {
  device_id: number;
  lamp: LampColor;
  on_w: number | null;
  off_w: number | null;
};

/** What the board of a signal is to do without a link. */
export type LinkPoliciesTable = { device_id: number; policy: LinkPolicy['policy']; after_s: number | null };

/** The picture of its place: a JPEG without metadata, as base64. */
export type DevicePicturesTable = { device_id: number; jpeg: string; changed_at: number };

/** What people noted of a device. */
export type DeviceNotesTable = { device_id: number; text: string; changed_at: number; changed_by: string };
