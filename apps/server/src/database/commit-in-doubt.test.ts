import { expect, test } from 'vitest';
import { mayHaveCommitted } from './commit-in-doubt.ts';

const failure = (code: string | undefined, constraint?: string) =>
  Object.assign(new Error('failed'), code !== undefined && { code }, constraint && { constraint });

test.each([undefined, 'EPIPE', 'ECONNRESET', '08006', '57P01'])(
  'a transaction that failed with %s may be committed',
  (code) => {
    expect(mayHaveCommitted(failure(code))).toBe(true);
  },
);

test.each(['SQLITE_FULL', '23503', '23505', '40P01', '53100', 'P0001'])(
  'a transaction that failed with %s is not committed',
  (code) => {
    expect(mayHaveCommitted(failure(code))).toBe(false);
  },
);

test('a command that is there already may be the one whose answer was lost', () => {
  expect(mayHaveCommitted(failure('23505', 'commands_by_intent'))).toBe(true);
  expect(mayHaveCommitted(failure('23505', 'users_by_name'))).toBe(false);
});
