import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const LONGEST_REASON = 500;

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
    failures: results.testResults.flatMap(failuresOfFile),
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
    failures: [...results.errors.map(({ message }) => inOneLine(message)), ...failuresOf(results.suites)],
  };
}

/** What the last line of another run of the suite counts (`N passed, N failed`), by the same rules. */
export function countPrinted(output, code) {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed === undefined) return { passed: 0, failed: 1, skipped: 0 };
  return { passed: Number(passed), failed: Number(failed) || (code === 0 ? 0 : 1), skipped: 0 };
}

function failuresOfFile({ name, message, assertionResults }) {
  const file = relative(ROOT, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 && message) return [`${file}: ${inOneLine(message)}`];
  return failed.map((test) => `${file} › ${test.fullName}: ${inOneLine(test.failureMessages.join(' '))}`);
}

function failuresOf(suites = []) {
  return suites.flatMap((suite) => [
    ...failuresOf(suite.suites),
    ...(suite.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
        return `${file} › ${title}: ${inOneLine(errors.map(({ message }) => message).join(' '))}`;
      }),
  ]);
}

function inOneLine(reason) {
  return stripVTControlCharacters(reason).replace(/\s+/g, ' ').slice(0, LONGEST_REASON);
}

function read(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
}
