/** Made by the server at its times, or by a person: with `npm run backup`, or from the page. */
export const BACKUP_KINDS = ['scheduled', 'manual'] as const;

export type BackupKind = (typeof BACKUP_KINDS)[number];

/** The file holds every secret of the console, and whoever has it may try as long as they like. */
export const SHORTEST_PASSPHRASE = 12;

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
