import type { Generated } from 'kysely';

/** The backups that this database was restored from. */
export type RestoresTable = {
  id: Generated<number>;
  /** When the backup shows the data. */
  made_at: number;
  restored_at: number;
  /** When the first server started on it; null until then. */
  started_at: number | null;
};

/** Who has looked at the lamps since: an admin at all of them (`user_id` null), a user at the own ones. */
export type RestoreResumptionsTable = { restore_id: number; user_id: number | null; at: number };
