import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countPlaywright, countPrinted, countVitest } from './test-counts.mjs';

const SOURCES = join(import.meta.dirname, '..');

function written(report) {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-counts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('the failures of tests are named by file and title, each with its reason in one line', () => {
  const report = written({
    numFailedTests: 1,
    numPassedTests: 1,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: join(SOURCES, 'apps/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'good', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'bad',
            failureMessages: ['Error: one\n    at \u001b[31mline\u001b[39m 2'],
          },
        ],
      },
      { name: join(SOURCES, 'b.test.ts'), status: 'failed', message: 'not loaded', assertionResults: [] },
    ],
  });
  expect(countVitest(report, 1)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: ['apps/a.test.ts › bad: Error: one at line 2', 'b.test.ts: not loaded'],
  });
});

test('the failures of stories are named, also those within a group', () => {
  const spec = (title, ok, message) => ({
    file: 'a.spec.ts',
    title,
    ok,
    tests: [{ results: [{ errors: message ? [{ message }] : [] }] }],
  });
  const report = written({
    stats: { expected: 1, flaky: 0, unexpected: 1, skipped: 0 },
    errors: [],
    suites: [{ specs: [spec('good', true)], suites: [{ specs: [spec('bad', false, 'too\n late')] }] }],
  });
  expect(countPlaywright(report, 1)).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['a.spec.ts › bad: too late'],
  });
});

test('another run counts what its last line says, whatever it printed before', () => {
  const output = 'the server on Node 24: 3 passed, 1 failed\nwarning\n41 passed, 2 failed\n';
  expect(countPrinted(output, 1)).toEqual({ passed: 41, failed: 2, skipped: 0 });
});

test('another run that failed without naming a test counts as one failure', () => {
  expect(countPrinted('41 passed, 0 failed\n', 1).failed).toBe(1);
  expect(countPrinted('Node 24 non si è potuto scaricare\n', 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
  expect(countPrinted('', 0).failed).toBe(1);
});
