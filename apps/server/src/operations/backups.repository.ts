import type { BackupKind } from '@semaforo/contract/domain/backup-rules';
import type { Kysely, Selectable } from 'kysely';
import type { BackupsTable } from '../database/schema/backups.ts';
import type { Database } from '../database/schema.ts';

export type GoodBackup = { kind: BackupKind; at: number; file: string; bytes: number };

export type BackupsRepository = {
  list: () => Promise<Selectable<BackupsTable>[]>;
  /** Stores a backup that was made, and ends the failures of its kind; of two the later one stays. */
  saveGood: (backup: GoodBackup) => Promise<void>;
  saveFailure: (failure: { kind: BackupKind; at: number; reason: string }) => Promise<void>;
};

export function createBackupsRepository(db: Kysely<Database>): BackupsRepository {
  const save = (kind: BackupKind, values: Partial<BackupsTable>) =>
    db
      .insertInto('backups')
      .values({ kind, good_at: null, file: null, bytes: null, failed_at: null, failure: null, ...values });
  return {
    list: () => db.selectFrom('backups').selectAll().execute(),
    saveGood: async ({ kind, at, file, bytes }) => {
      const values = { good_at: at, file, bytes, failed_at: null, failure: null };
      await save(kind, values)
        .onConflict((conflict) =>
          conflict
            .column('kind')
            .doUpdateSet(values)
            .where(({ or, eb }) => or([eb('backups.good_at', 'is', null), eb('backups.good_at', '<=', at)])),
        )
        .execute();
    },
    saveFailure: async ({ kind, at, reason }) => {
      const values = { failed_at: at, failure: reason };
      await save(kind, values)
        .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
        .execute();
    },
  };
}
