/** Made by the server at its times, or by a person with `npm run backup`. */
export const BACKUP_KINDS = ['scheduled', 'manual'] as const;

export type BackupKind = (typeof BACKUP_KINDS)[number];

/** So many intervals without a good backup are too long: one may fail. */
const INTERVALS_UNTIL_STALE = 2;

/** True when there should be a newer backup. Without a schedule nothing says how old is too old. */
export function isBackupStale(state: {
  goodAt: number | null;
  /** Since when backups are made at these intervals. */
  since: number;
  everyMs: number | null;
  now: number;
}): boolean {
  if (state.everyMs === null) return false;
  return state.now - (state.goodAt ?? state.since) > INTERVALS_UNTIL_STALE * state.everyMs;
}
