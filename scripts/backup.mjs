// Writes an encrypted backup of the console into a new file, with the settings of the server, which may be running.
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
await import('../apps/server/dist/backup.js');
