// Checks the chain of the audit with the settings of the server, which may be running. `-- --seal HASH` also asks
// whether a seal that someone kept is still in it.
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
await import('../apps/server/dist/verify-audit.js');
