// Simulated devices; the options after `--` are the simulator's own (`npm run simulate -- --help`).
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
await import('../apps/simulator/dist/main.js');
