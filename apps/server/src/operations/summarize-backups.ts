import { isBackupStale } from '@semaforo/contract/domain/backup-rules';
import type { Selectable } from 'kysely';
import type { BackupsTable } from '../database/schema/backups.ts';
import type { GoodBackup } from './backups.repository.ts';

/** What is known of the last backups. */
export type BackupSummary = {
  /** Null: none are made at times. */
  everyMs: number | null;
  last: GoodBackup | null;
  failure: { at: number; reason: string } | null;
  stale: boolean;
};

/** The newest good one, whoever made it, and how the schedule fails, if it does. */
export function summarizeBackups(
  rows: readonly Selectable<BackupsTable>[],
  { everyMs, since, now }: { everyMs: number | null; since: number; now: number },
): BackupSummary {
  const good = rows
    .flatMap(({ kind, good_at: at, file, bytes }) =>
      at === null || file === null || bytes === null ? [] : [{ kind, at, file, bytes }],
    )
    .toSorted((a, b) => b.at - a.at);
  const failed = rows.find(({ failure }) => failure !== null);
  return {
    everyMs,
    last: good[0] ?? null,
    failure:
      failed?.failed_at == null || failed.failure === null
        ? null
        : { at: failed.failed_at, reason: failed.failure },
    stale: isBackupStale({ goodAt: good[0]?.at ?? null, since, everyMs, now }),
  };
}
