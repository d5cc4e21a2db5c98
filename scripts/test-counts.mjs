import { existsSync, readFileSync } from 'node:fs';

/**
 * What a Vitest JSON report counts. A file that could not be loaded counts as one failure, and so does a run that
 * failed without naming a test.
 */
export function countVitest(report, code) {
  const results = read(report);
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  const broken = results.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failed = results.numFailedTests + broken.length;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

/** What a Playwright JSON report counts, by the same rules. */
export function countPlaywright(report, code) {
  const results = read(report);
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  const failed = results.stats.unexpected + results.errors.length;
  return {
    passed: results.stats.expected + results.stats.flaky,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: results.stats.skipped,
  };
}

/** What the last line of another run of the suite counts (`N passed, N failed`), by the same rules. */
export function countPrinted(output, code) {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: Number(passed), failed: Number(failed) || (code === 0 ? 0 : 1), skipped: 0 };
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}
