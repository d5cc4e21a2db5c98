/** How a part of the system is; `unknown`: it could not be asked, or has had no occasion yet. */
export const HEALTHS = ['ok', 'warning', 'bad', 'unknown', 'off'] as const;

export type Health = (typeof HEALTHS)[number];

const SLOW_DATABASE_MS = 500;
/** Less than this no database goes on writing for long, however large the disk. */
const LEAST_FREE_BYTES = 200 * 1024 * 1024;
/** So many days are left to do something about it. */
const FULL_SOON_DAYS = 7;
const SLOW_LOOP_MS = 200;

/** Linked means that commands reach the devices. */
export function assessBroker({ connected }: { connected: boolean }): Health {
  return connected ? 'ok' : 'bad';
}

/** `responseMs` null: it did not take a row. */
export function assessDatabase({ responseMs }: { responseMs: number | null }): Health {
  if (responseMs === null) return 'bad';
  return responseMs > SLOW_DATABASE_MS ? 'warning' : 'ok';
}

/** `lowPercent`: from how much free room on it is a matter for somebody; so it is when it will soon be full. */
export function assessDisk(
  space: { freeBytes: number; totalBytes: number } | null,
  { lowPercent, fullInDays = null }: { lowPercent: number; fullInDays?: number | null },
): Health {
  if (space === null || space.totalBytes === 0) return 'unknown';
  if (space.freeBytes < LEAST_FREE_BYTES) return 'bad';
  if (fullInDays !== null && fullInDays < FULL_SOON_DAYS) return 'warning';
  return (space.freeBytes / space.totalBytes) * 100 < lowPercent ? 'warning' : 'ok';
}

/** Null: not known. `reading`: bulletins are read from the network. */
export function assessBulletin(
  bulletin: { reading: boolean; issuedAt: number | null; stale: boolean; failure: string | null } | null,
): Health {
  if (bulletin === null) return 'unknown';
  if (bulletin.failure !== null) return 'warning';
  if (bulletin.issuedAt === null) return bulletin.reading ? 'unknown' : 'off';
  // Whoever uploads by hand, and only when it matters, has nothing to mend.
  if (bulletin.stale) return bulletin.reading ? 'warning' : 'off';
  return 'ok';
}

/** Null: not known. A console that nobody copies is a matter for somebody. */
export function assessBackup(
  backup: { scheduled: boolean; goodAt: number | null; stale: boolean; failure: string | null } | null,
): Health {
  if (backup === null) return 'unknown';
  if (backup.failure !== null || backup.stale) return 'bad';
  if (backup.goodAt === null) return backup.scheduled ? 'unknown' : 'warning';
  return 'ok';
}

export function assessBot({ configured, running }: { configured: boolean; running: boolean }): Health {
  if (!configured) return 'off';
  return running ? 'ok' : 'bad';
}

/** Null: not known. `failure`: why the last e-mail was not taken. */
export function assessMail(mail: { configured: boolean; failure: string | null } | null): Health {
  if (mail === null) return 'unknown';
  if (!mail.configured) return 'off';
  return mail.failure === null ? 'ok' : 'bad';
}

/** `lagMs`: how long 1 of 100 pieces of work waited for its turn. */
export function assessService({ lagMs }: { lagMs: number }): Health {
  return lagMs > SLOW_LOOP_MS ? 'warning' : 'ok';
}
