// Restores a backup into an empty data folder (or database), or only tries it: `-- --check FILE`.
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
await import('../apps/server/dist/restore.js');
