import type { BackupKind } from '@semaforo/contract/domain/backup-rules';

/** How the last backup of each kind went. */
export type BackupsTable = {
  kind: BackupKind;
  /** When the last good one shows the data; null: there was none. */
  good_at: number | null;
  /** Its name, without its folder. */
  file: string | null;
  bytes: number | null;
  /** When it last failed, and why, in Italian; null when the last one was good. */
  failed_at: number | null;
  failure: string | null;
};
