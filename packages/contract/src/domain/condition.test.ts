import { describe, expect, test } from 'vitest';
import { conditionOf, confirmedStatusOf } from './condition.ts';

const CONFIRMED = {
  status: 'verde',
  error: false,
  stale: false,
  silent: false,
  pending: null,
  outOfSync: false,
} as const;

describe('conditionOf', () => {
  test.each([
    ['a device that said what it shows is confirmed', CONFIRMED, 'ok'],
    ['a device that said it is dark is confirmed', { ...CONFIRMED, status: 'spento' }, 'ok'],
    [
      'a device in error is in error, whatever else holds',
      { ...CONFIRMED, error: true, stale: true },
      'error',
    ],
    [
      'a device in error that was never heard is in error',
      { ...CONFIRMED, status: null, error: true },
      'error',
    ],
    ['a device known only from before is stale', { ...CONFIRMED, stale: true }, 'stale'],
    [
      'a stale device stays stale while it is commanded',
      { ...CONFIRMED, stale: true, pending: 'rosso' },
      'stale',
    ],
    ['a device that misses its rhythm is silent', { ...CONFIRMED, silent: true }, 'silent'],
    [
      'a silent device stays silent while it is commanded, and whatever it reported',
      { ...CONFIRMED, silent: true, pending: 'rosso', outOfSync: true },
      'silent',
    ],
    ['a stale device is stale, silent or not', { ...CONFIRMED, stale: true, silent: true }, 'stale'],
    ['a silent device in error is in error', { ...CONFIRMED, error: true, silent: true }, 'error'],
    ['a commanded device is pending', { ...CONFIRMED, pending: 'rosso' }, 'pending'],
    [
      'a commanded device that was never heard is pending',
      { ...CONFIRMED, status: null, pending: 'rosso' },
      'pending',
    ],
    ['a device that reports something else is out of sync', { ...CONFIRMED, outOfSync: true }, 'out-of-sync'],
    [
      'an error of a device comes before that it is out of sync',
      { ...CONFIRMED, outOfSync: true, error: true },
      'error',
    ],
    [
      'a device that is out of sync by what it reported before is stale',
      { ...CONFIRMED, outOfSync: true, stale: true },
      'stale',
    ],
    ['a device that never reported was never heard', { ...CONFIRMED, status: null }, 'never-heard'],
  ] as const)('%s', (_title, device, condition) => {
    expect(conditionOf(device)).toBe(condition);
  });

  test.each([
    ['a confirmed device becomes stale', CONFIRMED, 'stale'],
    ['a silent device becomes stale', { ...CONFIRMED, silent: true }, 'stale'],
    [
      'a silent device that spoke of no lamp was never heard',
      { ...CONFIRMED, status: null, silent: true },
      'never-heard',
    ],
    ['a pending device becomes stale', { ...CONFIRMED, pending: 'rosso' }, 'stale'],
    ['a device in error stays in error', { ...CONFIRMED, error: true }, 'error'],
    [
      'a commanded device that was never heard was never heard',
      { ...CONFIRMED, status: null, pending: 'rosso' },
      'never-heard',
    ],
  ] as const)('with the link down, %s', (_title, device, condition) => {
    expect(conditionOf(device, false)).toBe(condition);
  });
});

describe('confirmedStatusOf', () => {
  test('is what the device said, also while it has not confirmed the next command', () => {
    expect(confirmedStatusOf(CONFIRMED)).toBe('verde');
    expect(confirmedStatusOf({ ...CONFIRMED, pending: 'rosso' })).toBe('verde');
  });

  test('is null for a device in error, one known only from before, a silent one and one never heard', () => {
    expect(confirmedStatusOf({ ...CONFIRMED, error: true })).toBeNull();
    expect(confirmedStatusOf({ ...CONFIRMED, stale: true })).toBeNull();
    expect(confirmedStatusOf({ ...CONFIRMED, silent: true })).toBeNull();
    expect(confirmedStatusOf({ ...CONFIRMED, status: null, pending: 'rosso' })).toBeNull();
    expect(confirmedStatusOf(CONFIRMED, false)).toBeNull();
  });
});
