import { expect, test } from 'vitest';
import { codeAt, stepOf, toBase32 } from './totp.ts';

/** RFC 6238, appendix B: of its eight digits the last six are the code of six. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at second %s is %s', (seconds, code) => {
  expect(codeAt(SECRET, seconds * 1000)).toBe(code);
});

test('the code of the step before and of the one after counts, further ones do not', () => {
  const now = 1_111_111_111_000;
  const present = Math.floor(now / 30_000);
  for (const steps of [-1, 0, 1]) {
    expect(stepOf(SECRET, codeAt(SECRET, now + steps * 30_000), now)).toBe(present + steps);
  }
  for (const steps of [-2, 2]) {
    expect(stepOf(SECRET, codeAt(SECRET, now + steps * 30_000), now)).toBeUndefined();
  }
  for (const code of ['', '05047', '0504711', '٠٥٠٤٧١']) expect(stepOf(SECRET, code, now)).toBeUndefined();
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['foobar', 'MZXW6YTBOI'],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('%s is written as %s (RFC 4648)', (text, written) => {
  expect(toBase32(Buffer.from(text))).toBe(written);
});
