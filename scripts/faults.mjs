// Runs the long tests that break things on purpose, one after the other, each in its own process. Each prints its
// summary.
import './supported-node.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';

await ensureBuilt();
for (const file of readdirSync(join(import.meta.dirname, '../faults'))
  .filter((name) => name.endsWith('.fault.ts'))
  .sort()) {
  const { code } = await run('tsx', [`faults/${file}`], { inherit: true });
  if (code !== 0) process.exitCode = code;
}
