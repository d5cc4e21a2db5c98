import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Refusal } from '../platform/refusal.ts';
import type { Secret } from '../platform/secret.ts';
import { backupName, sizeOf } from './backup-folder.ts';
import type { StartBackup } from './backup-program.port.ts';

/** A backup that is only on its way: the file is gone once its bytes are read, or nobody wants them any more. */
export type SentBackup = { name: string; size: number; bytes: Readable };

/** Makes a backup for a person who takes it away, encrypted with the passphrase that they typed. */
export function createDownloadBackup(startWith: (passphrase: Secret) => StartBackup) {
  return async (passphrase: Secret, at: number): Promise<SentBackup | Refusal> => {
    const folder = mkdtempSync(join(tmpdir(), 'semaforo-copia-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    const name = backupName(at);
    const file = join(folder, name);
    try {
      await startWith(passphrase)(file).ended;
    } catch (error) {
      remove();
      const message = error instanceof Error ? error.message : String(error);
      return new Refusal('conflict', { code: 'backup-failed', message });
    }
    const bytes = createReadStream(file);
    bytes.once('close', remove);
    return { name, size: sizeOf(file), bytes };
  };
}
