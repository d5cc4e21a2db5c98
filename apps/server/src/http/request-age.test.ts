import { describe, expect, test } from 'vitest';
import { requestAge } from './request-age.ts';

const NOW = Date.parse('2026-11-22T19:33:12.000Z');
const iso = (offsetMs: number) => new Date(NOW + offsetMs).toISOString();

describe('the age of a press', () => {
  test('is that of the header, not of the arrival', () => {
    expect(requestAge(iso(-9000), { arrivedAt: NOW, now: NOW })).toBe(NOW - 9000);
    expect(requestAge('2026-11-22T20:33:08+01:00', { arrivedAt: NOW, now: NOW })).toBe(NOW - 4000);
  });

  test('is corrected where the header is written by another clock, and that of the arrival is not', () => {
    const ahead = { arrivedAt: NOW, now: NOW, correctionMs: 60_000 };
    expect(requestAge(iso(51_000), ahead)).toBe(NOW - 9000);
    expect(requestAge(iso(49_000), ahead)).toMatchObject({ code: 'command-too-old' });
    expect(requestAge(undefined, ahead)).toBe(NOW);
  });

  test('without the header is that of the arrival', () => {
    expect(requestAge(undefined, { arrivedAt: NOW - 500, now: NOW })).toBe(NOW - 500);
  });

  test.each([
    ['by the header', iso(-10_001), NOW],
    ['because it waited here', undefined, NOW - 10_001],
  ])('over 10 s %s is refused', (_how, issuedAt, arrivedAt) => {
    expect(requestAge(issuedAt, { arrivedAt, now: NOW })).toMatchObject({
      kind: 'conflict',
      code: 'command-too-old',
    });
  });

  test('a little ahead of the server counts from the arrival; far ahead is refused', () => {
    expect(requestAge(iso(5000), { arrivedAt: NOW - 1, now: NOW })).toBe(NOW - 1);
    expect(requestAge(iso(5001), { arrivedAt: NOW, now: NOW })).toMatchObject({ kind: 'invalid' });
  });

  test.each(['yesterday', '', '2026-11-22', '1795183200000', '2026-13-01T00:00:00Z'])(
    'written as %j is refused',
    (issuedAt) => {
      expect(requestAge(issuedAt, { arrivedAt: NOW, now: NOW })).toMatchObject({ kind: 'invalid' });
    },
  );
});
