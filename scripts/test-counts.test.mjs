import { expect, test } from 'vitest';
import { countPrinted } from './test-counts.mjs';

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
