// The benchmarks, one after the other, each in a process of its own; stdout carries nothing but their JSON lines.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';

await ensureBuilt();
for (const file of readdirSync(join(import.meta.dirname, '../bench'))
  .filter(isBenchmark)
  .sort()) {
  const { code } = await run('tsx', [`bench/${file}`], { inherit: true });
  if (code !== 0) process.exitCode = code;
}

function isBenchmark(name) {
  return name.endsWith('.bench.ts');
}
