import type { DeviceStatus, LampDeviceType } from '@semaforo/contract/domain/channels';
import type { TestedState } from '@semaforo/contract/domain/lamp-test';
import type { Generated } from 'kysely';

export type LampTestsTable = {
  id: Generated<number>;
  created_at: number;
  author_id: number | null;
  /** The author's name at the time: it outlives the user. */
  username: string;
  address: string | null;
  device_type: LampDeviceType;
  /** The newest command when it began: a later one that is none of its own takes its device out of the test. */
  after_command: number;
  /** The server that runs it, and when that last said so. */
  served_by: string;
  touched_at: number;
  /** When a person stopped it, on whichever server. */
  stopped_at: number | null;
  ended_at: number | null;
};

export type LampTestDevicesTable = {
  test_id: number;
  device_id: number;
  /** The owner at the time: what was found stays theirs. */
  owner_id: number | null;
  label: string;
  former: DeviceStatus;
  state: TestedState;
  /** Null as long as the device has not shown again what it showed: until then it is in no other test. */
  closed_at: number | null;
};
