// The benchmarks, or those named (`npm run bench -- footprint`), one after the other, each in a process of its own;
// stdout carries nothing but their JSON lines.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findTestPrograms } from '../packages/testing/src/machine.mjs';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';

const ENDING = '.bench.ts';
/** The benchmarks that measure in a browser. */
const IN_A_BROWSER = ['dashboard.bench.ts', 'large-town.bench.ts', 'map.bench.ts', 'phone.bench.ts'];

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
/** What follows the names is for the benchmarks: `npm run bench -- snapshot --devices 1000`. */
const options = firstOption === -1 ? [] : given.slice(firstOption);
const named = given.slice(0, given.length - options.length);

const all = readdirSync(join(import.meta.dirname, '../bench')).filter((name) => name.endsWith(ENDING));
const unknown = named.filter((name) => !all.includes(name + ENDING));
if (unknown.length > 0) {
  const names = all.sort().map((file) => file.slice(0, -ENDING.length));
  console.error(`Misura sconosciuta: ${unknown.join(', ')}. Si può scegliere tra ${names.join(', ')}`);
  process.exit(2);
}
await ensureBuilt();
const { chromium } = findTestPrograms();
const chosen = named.length === 0 ? all.sort() : named.map((name) => name + ENDING);
for (const file of chosen) {
  if (!chromium && IN_A_BROWSER.includes(file)) {
    console.error(`Tralasciata la misura ${file}: Chromium non c’è`);
    continue;
  }
  const { code } = await run('tsx', [`bench/${file}`, ...options], { inherit: true });
  if (code !== 0) process.exitCode = code;
}
