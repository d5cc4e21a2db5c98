import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { DesiredSource } from '@semaforo/contract/domain/desired';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import type { Generated } from 'kysely';

export type DevicesTable = {
  id: Generated<number>;
  topic: string;
  name: string | null;
  type: DeviceType;
  /** How it speaks; the database has a default for it. */
  profile: Generated<DeviceProfile>;
  latitude: number | null;
  longitude: number | null;
  owner_id: number | null;
  created_at: number;
  /** 0, and greater where there were topics that differ by case only before those were refused. */
  topic_twin: Generated<number>;
};

export type DeviceStatesTable = {
  device_id: number;
  status: DeviceStatus | null;
  status_updated_at: number | null;
  /** JSON: what it said of each lamp, by the lamp's name; one that it never spoke of is absent. */
  lamps: Generated<string>;
  /**
   * What is desired of the device: what, since when, by whom and why. The columns keep their first names: servers of
   * the former version share the database while one after the other is upgraded.
   */
  asked_value: Generated<DeviceStatus | null>;
  asked_at: Generated<number | null>;
  asked_by: Generated<string | null>;
  asked_source: Generated<DesiredSource | null>;
  /** The delivery that was the last to change that; 0: none did. */
  asked_version: Generated<number>;
  reasserted: Generated<number | null>;
  error: number;
  error_reason: string | null;
  temp: number | null;
  vcc: number | null;
  uptime: number | null;
  metrics_updated_at: number | null;
  /** When any live message of the device last arrived. */
  heard_at: number | null;
};

/** Devices on which people work; a row counts until `until`. */
export type DeviceMaintenanceTable = {
  device_id: number;
  since: number;
  until: number;
  reason: string;
  set_by: string;
};

/** Who was heard, is not registered, and was put aside; `name` is a topic, or how a refused client called itself. */
export type IgnoredDevicesTable = { name: string; ignored_at: number };

/** One row, and on PostgreSQL only. */
export type DeviceListVersionTable = { version: number; raised_in: number };
