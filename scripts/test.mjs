// Every check: fast ones, unit and integration tests, browser stories. Ends with `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { findTestPrograms } from './machine.mjs';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';
import { countPlaywright, countVitest } from './test-counts.mjs';

await ensureBuilt();
const { chromium, mosquitto, postgres } = findTestPrograms();
const reports = mkdtempSync(join(tmpdir(), 'semaforo-test-'));

const counts = [await runChecks(), await runVitest()];
if (chromium) counts.push(await runPlaywright());
rmSync(reports, { recursive: true });

if (!chromium) console.log('Tralasciate le prove nel browser: Chromium non c’è');
if (!mosquitto) console.log('Tralasciate le prove con un broker esterno: Mosquitto non c’è');
if (!postgres) console.log('Tralasciate le prove su PostgreSQL: PostgreSQL non c’è');

const total = (kind) => counts.reduce((sum, count) => sum + (count[kind] ?? 0), 0);
const skipped = total('skipped');
if (skipped > 0) console.log(`Prove tralasciate: ${skipped}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;

async function runVitest() {
  const report = join(reports, 'vitest.json');
  const { code } = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      inherit: true,
    },
  );
  return countVitest(report, code);
}

async function runPlaywright() {
  const report = join(reports, 'playwright.json');
  const { code } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    inherit: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return countPlaywright(report, code);
}
