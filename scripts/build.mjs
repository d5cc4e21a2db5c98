// Installs and builds whatever is missing or stale.
import './supported-node.mjs';
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
