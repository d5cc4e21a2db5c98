import { expect, test } from 'vitest';
import { confirmsFor } from './describe-alert.ts';

test.each([
  { when: 'on a day of 25 hours', now: '2026-10-25T00:30+02:00', from: '2026-10-26T08:00+01:00' },
  { when: 'before a day of 23 hours', now: '2027-03-27T23:30+01:00', from: '2027-03-28T08:00+02:00' },
])('an alert of tomorrow is confirmed for tomorrow $when', ({ now, from }) => {
  expect(confirmsFor({ from }, Date.parse(now))).toBe('Conferma per domani');
});
