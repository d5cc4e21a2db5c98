import type { Generated } from 'kysely';

export type ApiKeysTable = {
  id: Generated<number>;
  name: string;
  key_hash: string;
  /** JSON. */
  scopes: string;
  user_id: number;
  /** JSON; null: all devices of the user, or those of the group. */
  device_ids: string | null;
  group_id: number | null;
  created_at: number;
  created_by: string;
  /** Null: never. */
  expires_at: number | null;
  /** At most a minute old while it is used. */
  last_used: number | null;
};
