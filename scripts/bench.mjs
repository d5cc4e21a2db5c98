// The benchmarks, one after the other, each in a process of its own; stdout carries nothing but their JSON lines.
import './supported-node.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findTestPrograms } from './machine.mjs';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';

/** Those that measure in a browser. */
const IN_A_BROWSER = ['large-town.bench.ts', 'map.bench.ts'];

await ensureBuilt();
const { chromium } = findTestPrograms();
for (const file of readdirSync(join(import.meta.dirname, '../bench'))
  .filter(isBenchmark)
  .sort()) {
  if (!chromium && IN_A_BROWSER.includes(file)) {
    console.error(`Tralasciata la misura ${file}: Chromium non c’è`);
    continue;
  }
  const { code } = await run('tsx', [`bench/${file}`], { inherit: true });
  if (code !== 0) process.exitCode = code;
}

function isBenchmark(name) {
  return name.endsWith('.bench.ts');
}
