// Mosquitto's password and ACL files from the console's database: `npm run broker-files -- --out FOLDER`.
import { ensureBuilt } from './prepare.mjs';

await ensureBuilt();
await import('../apps/server/dist/write-broker-files.js');
