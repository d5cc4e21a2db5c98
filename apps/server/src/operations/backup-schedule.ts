import { join } from 'node:path';
import type { Lease } from '../database/lease.ts';
import type { Notify, Reader } from '../notifications/notification.ts';
import type { Clock } from '../platform/clock.ts';
import { createInterval } from '../platform/interval.ts';
import type { Logger } from '../platform/logger.ts';
import { backupName, makeBackupFolder, pruneBackups, sizeOf } from './backup-folder.ts';
import type { RunningBackup, StartBackup } from './backup-program.port.ts';
import type { BackupsRepository } from './backups.repository.ts';

/** How often it looks whether one is due, and how long after a failure it tries again; tests wait less. */
export type BackupTiming = { checkEveryMs: number; retryAfterMs: number };

export const BACKUP_TIMING: BackupTiming = { checkEveryMs: 20_000, retryAfterMs: 15 * 60_000 };

/** Another server takes over when the holder was not heard of for so many looks. */
const CHECKS_OF_LEASE = 4;
/** A server that is too busy to look for a moment is making a backup: no other begins one, too. */
const LEASE_AT_LEAST_MS = 60_000;

/**
 * Makes backups at their intervals, on one server at a time, and keeps so many. A series of failures is logged and told
 * once, and ends with the next good one.
 */
export function createBackupSchedule(options: {
  settings: { dir: string; everyMs: number; keep: number };
  startBackup: StartBackup;
  repository: BackupsRepository;
  lease: Lease;
  notify: Notify;
  timing: BackupTiming;
  clock: Clock;
  logger: Logger;
}): { start: () => void; stop: () => Promise<void> } {
  const { settings, repository, lease, timing, clock, logger } = options;
  let running: { backup: RunningBackup; stored: Promise<void> } | undefined;

  const failed = async (reason: string, isFirst: boolean) => {
    const at = clock.now();
    await repository.saveFailure({ kind: 'scheduled', at, reason });
    if (!isFirst) return;
    logger.error({ reason }, 'a backup failed, to be tried again');
    const facts = ({ role }: Reader) => (role === 'admin' ? { reason } : undefined);
    options.notify(() => [{ audience: { to: 'chats' }, key: `backup:${at}`, kind: 'backup-failed', facts }]);
  };
  const make = async (at: number, isFirstFailure: boolean) => {
    const file = join(settings.dir, backupName(at));
    try {
      makeBackupFolder(settings.dir);
      const backup = options.startBackup(file);
      if (running) running.backup = backup;
      await backup.ended;
      await repository.saveGood({ kind: 'scheduled', at, file: backupName(at), bytes: sizeOf(file) });
      pruneBackups(settings.dir, settings.keep);
    } catch (error) {
      await failed(error instanceof Error ? error.message : String(error), isFirstFailure);
    }
  };
  const check = async () => {
    const now = clock.now();
    const until = now + Math.max(CHECKS_OF_LEASE * timing.checkEveryMs, LEASE_AT_LEAST_MS);
    if (!(await lease.hold({ now, until, working: true })) || running) return;
    const last = (await repository.list()).find(({ kind }) => kind === 'scheduled');
    const dueAt = Math.max(
      last?.good_at == null ? 0 : last.good_at + settings.everyMs,
      last?.failed_at == null ? 0 : last.failed_at + timing.retryAfterMs,
    );
    if (now < dueAt) return;
    running = { backup: { ended: Promise.resolve(), stop: () => {} }, stored: Promise.resolve() };
    running.stored = make(now, last?.failed_at == null)
      .catch((error: unknown) => logger.error({ err: error }, 'the end of a backup could not be stored'))
      .finally(() => {
        running = undefined;
      });
  };
  const interval = createInterval({ name: 'backups', everyMs: timing.checkEveryMs, logger, work: check });

  return {
    start: interval.start,
    stop: async () => {
      await interval.stop();
      running?.backup.stop();
      await running?.stored;
      await lease.release();
    },
  };
}
