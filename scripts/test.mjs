// Runs every check: the fast ones, unit and integration tests, browser stories. Ends with `N passed, N failed`.
// `npm test -- --server` runs only what depends most on the version of Node. `npm test -- --newer 26` runs every check,
// and that part on this newer Node too. `npm test -- --only tests` or `--only stories` runs one part.
import { parseArgs } from 'node:util';
import { findTestPrograms } from '../packages/testing/src/machine.mjs';
import { runChecks } from './checks.mjs';
import { makeTestFolder } from './memory-folder.mjs';
import { ensureBuilt } from './prepare.mjs';
import { createTestParts } from './test-parts.mjs';

const { values: options } = parseArgs({
  options: {
    server: { type: 'boolean', default: false },
    newer: { type: 'string' },
    only: { type: 'string' },
  },
});
const startedAt = performance.now();
const parts = createTestParts(makeTestFolder());
const PARTS = { server: parts.runServerPart, tests: parts.runTests, stories: parts.runStories };
const only = options.server ? 'server' : options.only;
if (only !== undefined && !Object.hasOwn(PARTS, only)) {
  console.error(`--only ${only}: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}

const counts = only === undefined ? await runEverything() : await runPart(PARTS[only]);
tellWhatWasLeftOut();
for (const { part, passed, failed, endedAt } of counts.slice(0, counts.length > 1 ? undefined : 0)) {
  console.log(`${part}: ${passed} passed, ${failed} failed (ended after ${seconds(endedAt)})`);
}
// Once more at the end: where only the last lines are kept, they say what failed.
for (const { part, failures = [] } of counts) for (const one of failures) console.log(`${part}: ${one}`);
const total = (kind) => counts.reduce((sum, count) => sum + (count[kind] ?? 0), 0);
if (total('skipped') > 0) console.log(`Prove tralasciate: ${total('skipped')}`);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;

async function runPart(runIt) {
  await ensureBuilt();
  return [await runIt()];
}

/**
 * The newer Node beside the checks. Then stories beside the other tests, which wait for devices half of their time. One
 * of these needs the newer Node.
 */
async function runEverything() {
  await ensureBuilt();
  const checks = runChecks().then((count) => ({ part: 'checks', ...count }));
  const onNewer = options.newer === undefined ? [] : [parts.runServerPartOnNode(options.newer)];
  const beforeTests = await Promise.all([checks, ...onNewer].map(timed));
  const { chromium } = findTestPrograms();
  const tests = [parts.runTests(), ...(chromium ? [parts.runStories()] : [])];
  return [...beforeTests, ...(await Promise.all(tests.map(timed)))];
}

async function timed(counting) {
  const count = await counting;
  return { ...count, endedAt: performance.now() - startedAt };
}

function tellWhatWasLeftOut() {
  const programs = findTestPrograms();
  const { chromium, mosquitto, mosquittoPlugin, nats, postgres, promtool, nginx, caddy, w3m, otherNodes } =
    programs;
  const missing = [
    [chromium, 'Tralasciate le prove nel browser: Chromium non c’è'],
    [mosquitto, 'Tralasciate le prove con un broker esterno: Mosquitto non c’è'],
    [!mosquitto || mosquittoPlugin, 'Tralasciate le prove del plugin dynamic-security: Mosquitto non lo ha'],
    [promtool, 'Tralasciata la prova delle regole di Prometheus: promtool non c’è'],
    [nats, 'Tralasciate le prove di più server come uno: nats-server non c’è'],
    [postgres, 'Tralasciate le prove su PostgreSQL: PostgreSQL non c’è'],
    [nginx, 'Tralasciate le prove dietro nginx: nginx non c’è'],
    [caddy, 'Tralasciate le prove dietro Caddy: Caddy non c’è'],
    [w3m, 'Tralasciata la prova della pagina pubblica in un browser testuale: w3m non c’è'],
    [
      otherNodes.length > 0,
      'Tralasciate le prove fra versioni di Node: non ce n’è un’altra (npm run on-node -- 26 node --version)',
    ],
  ];
  for (const [isThere, sentence] of missing) if (!isThere) console.log(sentence);
}

function seconds(ms) {
  return `${Math.round(ms / 1000)} s`;
}
