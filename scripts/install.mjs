// Installs what is missing, with the Node that runs this.
import './supported-node.mjs';
import { ensureInstalled } from './prepare.mjs';

await ensureInstalled();
