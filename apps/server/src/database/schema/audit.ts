import type { Generated } from 'kysely';

export type AuditTable = {
  id: Generated<number>;
  at: number;
  user_id: number | null;
  username: string | null;
  address: string | null;
  action: string;
  target: string | null;
  /** JSON, without secrets. */
  before: string | null;
  after: string | null;
};
