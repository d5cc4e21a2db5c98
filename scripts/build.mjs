// Installs and builds what is missing or stale.
import './supported-node.mjs';
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
