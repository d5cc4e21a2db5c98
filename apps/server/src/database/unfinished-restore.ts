import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../platform/startup-error.ts';

/** In the data folder while a backup is being restored into it; left behind when that is cut midway. */
export const RESTORE_FOLDER = 'ripristino-in-corso';

/** Refuses to start on a data folder that is restored in part only. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORE_FOLDER))) return;
  throw new StartupError(
    `Un ripristino nella cartella ${dataDir} è in corso o è rimasto a metà: ripeti npm run restore -- FILE`,
  );
}
