// Installs and builds what is missing or stale.
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
