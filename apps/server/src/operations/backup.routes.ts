import type { backupRoutes } from '@semaforo/contract/api/backups';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import type { RestoresRepository } from './restores.repository.ts';
import type { BackupSummary } from './summarize-backups.ts';

const HOUR_MS = 60 * 60_000;

const NOTHING_HELD = new Refusal('conflict', {
  code: 'nothing-held',
  message: 'Il comando è già stato ripreso',
});

export function createBackupHandlers(options: {
  summary: () => Promise<BackupSummary>;
  keep: number;
  restores: Pick<RestoresRepository, 'findHeld' | 'resume'>;
  clock: Clock;
}): Handlers<typeof backupRoutes> {
  const { restores, clock } = options;
  return {
    getRestore: async ({ actor }) => {
      const held = await restores.findHeld(actor.id);
      return {
        restore: held ? { made_at: isoTime(held.madeAt), restored_at: isoTime(held.restoredAt) } : null,
      };
    },
    resumeAfterRestore: async (call) => {
      const held = await restores.findHeld(call.actor.id);
      if (!held) return NOTHING_HELD;
      await restores.resume(held, call.actor, { author: authorOf(call), at: clock.now() });
      return { restore: null };
    },
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
