import type { Generated } from 'kysely';

export type DeviceGroupsTable = {
  id: Generated<number>;
  owner_id: number;
  name: string;
  /** The name without regard to case: unique among those of its owner. */
  folded_name: string;
  created_at: number;
};

/** A trigger removes a device from all groups when its owner changes. */
export type DeviceGroupMembersTable = { group_id: number; device_id: number };
