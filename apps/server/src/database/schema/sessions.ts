import type { Generated } from 'kysely';

/** By what its user proved who they are. */
export type OpenedBy = 'password' | 'oidc' | 'passkey';

export type SessionsTable = {
  id: Generated<number>;
  user_id: number;
  created_at: number;
  /** At most a minute old while the session is used; 0 of a wall that was never opened. */
  last_seen: number;
  expires_at: number;
  /** Where it was opened from. */
  address: string;
  user_agent: string | null;
  /** 1 when the account had been used in that browser before. */
  from_known_browser: number;
  /** Of a wall: what people call it. Null of a person's session. */
  wall_name: string | null;
  /** Who or what ended it early (`newer`: its user has too many newer ones); null while it is open. */
  ended_by: 'user' | 'admin' | 'password' | 'newer' | null;
  opened_by: Generated<OpenedBy>;
  /** When its user last proved again who they are; null: not since it was opened. */
  proved_at: Generated<number | null>;
};

/** The tickets that were used and could be shown again until they expire. */
export type UsedTicketsTable = { id: string; expires_at: number };
