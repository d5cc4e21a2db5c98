import type { BackupKind } from '@semaforo/contract/domain/backup-rules';
import type { Kysely, Selectable } from 'kysely';
import type { BackupsTable } from '../database/schema/backups.ts';
import type { Database } from '../database/schema.ts';

export type GoodBackup = { kind: BackupKind; at: number; file: string; bytes: number };

export type BackupsRepository = {
  list: () => Promise<Selectable<BackupsTable>[]>;
  saveGood: (backup: GoodBackup) => Promise<void>;
  saveFailure: (failure: { kind: BackupKind; at: number; reason: string }) => Promise<void>;
};

export function createBackupsRepository(db: Kysely<Database>): BackupsRepository {
  const save = async (kind: BackupKind, values: Partial<BackupsTable>) => {
    await db
      .insertInto('backups')
      .values({ kind, good_at: null, file: null, bytes: null, failed_at: null, failure: null, ...values })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
      .execute();
  };
  return {
    list: () => db.selectFrom('backups').selectAll().execute(),
    saveGood: ({ kind, at, file, bytes }) =>
      save(kind, { good_at: at, file, bytes, failed_at: null, failure: null }),
    saveFailure: ({ kind, at, reason }) => save(kind, { failed_at: at, failure: reason }),
  };
}
