// Runs every check: the fast ones, unit and integration tests, browser stories. Ends with `N passed, N failed`.
// `npm test -- --server` runs only what depends most on the version of Node: start, main job, database, passwords,
// crash points.
import './supported-node.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestPrograms } from '../packages/testing/src/machine.mjs';
import { runChecks } from './checks.mjs';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';
import { countPlaywright, countVitest } from './test-counts.mjs';

const SERVER_PART = [
  'apps/server/src/main.test.ts',
  'apps/server/src/app.test.ts',
  'apps/server/src/restart.test.ts',
  'apps/server/src/database/',
  'apps/server/src/users/passwords',
  'faults/crash-points.test.ts',
];
const serverOnly = process.argv.includes('--server');

await ensureBuilt();
const { chromium, mosquitto, mosquittoPlugin, postgres, otherNodes } = findTestPrograms();
const reports = mkdtempSync(join(tmpdir(), 'semaforo-test-'));

const counts = serverOnly ? [await runVitest(SERVER_PART)] : [await runChecks(), ...(await runTests())];
rmSync(reports, { recursive: true });

if (!chromium) console.log('Tralasciate le prove nel browser: Chromium non c’è');
if (!mosquitto) console.log('Tralasciate le prove con un broker esterno: Mosquitto non c’è');
if (mosquitto && !mosquittoPlugin)
  console.log('Tralasciate le prove del plugin dynamic-security: Mosquitto non lo ha');
if (!postgres) console.log('Tralasciate le prove su PostgreSQL: PostgreSQL non c’è');
if (otherNodes.length === 0) {
  console.log(
    'Tralasciate le prove fra versioni di Node: non ce n’è un’altra (npm run on-node -- 24 npm run build)',
  );
}

const total = (kind) => counts.reduce((sum, count) => sum + (count[kind] ?? 0), 0);
const skipped = total('skipped');
if (skipped > 0) console.log(`Prove tralasciate: ${skipped}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;

/** One after the other: together they need more than two processors have, and what must happen in time does not. */
async function runTests() {
  const counts = [await runVitest()];
  if (!chromium) return counts;
  const { output, count } = await runPlaywright();
  console.log(`Prove nel browser\n${output}`);
  return [...counts, count];
}

async function runVitest(files = []) {
  const report = join(reports, 'vitest.json');
  const { code } = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
    { inherit: true },
  );
  return countVitest(report, code);
}

async function runPlaywright() {
  const report = join(reports, 'playwright.json');
  const { code, output } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return { output, count: countPlaywright(report, code) };
}
