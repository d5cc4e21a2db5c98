import type { backupRoutes } from '@semaforo/contract/api/backups';
import type { Kysely } from 'kysely';
import { appendAudit } from '../database/audit-trail.ts';
import type { Database } from '../database/schema.ts';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { StoredFile } from '../http/stored-file.ts';
import { type Clock, isoTime } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { Secret } from '../platform/secret.ts';
import type { BackupsRepository } from './backups.repository.ts';
import type { createDownloadBackup } from './download-backup.ts';
import type { RestoresRepository } from './restores.repository.ts';
import type { BackupSummary } from './summarize-backups.ts';

const HOUR_MS = 60 * 60_000;

const NOTHING_HELD = new Refusal('conflict', {
  code: 'nothing-held',
  message: 'Il comando è già stato ripreso',
});

export function createBackupHandlers(options: {
  db: Kysely<Database>;
  repository: Pick<BackupsRepository, 'saveGood'>;
  download: ReturnType<typeof createDownloadBackup>;
  summary: () => Promise<BackupSummary>;
  keep: number;
  restores: Pick<RestoresRepository, 'findHeld' | 'resume'>;
  clock: Clock;
}): Handlers<typeof backupRoutes> {
  const { restores, clock } = options;
  return {
    downloadBackup: async (call) => {
      const at = clock.now();
      const made = await options.download(new Secret(call.body.passphrase), at);
      if (made instanceof Refusal) return made;
      const { name, size, bytes } = made;
      await options.repository.saveGood({ kind: 'manual', at, file: name, bytes: size });
      await options.db.transaction().execute((transaction) =>
        appendAudit(transaction, {
          ...{ at, author: authorOf(call), action: 'backups.download', after: { file: name, bytes: size } },
        }),
      );
      return new StoredFile({ bytes, name, type: 'application/octet-stream' });
    },
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
