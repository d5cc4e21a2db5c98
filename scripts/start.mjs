// The console for real use. It runs in this process, so that signals, output and exit code are its own.
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
await import('../apps/server/dist/main.js');
