import type { backupRoutes } from '@semaforo/contract/api/backups';
import type { Handlers } from '../http/handlers.ts';
import { isoTime } from '../platform/clock.ts';
import type { BackupSummary } from './summarize-backups.ts';

const HOUR_MS = 60 * 60_000;

export function createBackupHandlers(options: {
  summary: () => Promise<BackupSummary>;
  keep: number;
}): Handlers<typeof backupRoutes> {
  return {
    getBackups: async () => {
      const { everyMs, last, failure, stale } = await options.summary();
      return {
        schedule: everyMs === null ? null : { every_hours: everyMs / HOUR_MS, keep: options.keep },
        last: last && { ...last, at: isoTime(last.at) },
        failure: failure && { ...failure, at: isoTime(failure.at) },
        stale,
      };
    },
  };
}
