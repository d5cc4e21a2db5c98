import { UNKNOWN_GAUGE } from '@semaforo/contract/domain/sensors/gauge-state';
import { expect, test } from 'vitest';
import { USUAL_SETTINGS } from './known-gauge.ts';
import { waterAt } from './water-at.ts';

const MINUTE_MS = 60_000;

function read(level: { value: number; at: number } | null, now: number) {
  const gauges = {
    gaugeAt: (signal: number) => (signal === 1 ? 2 : undefined),
    of: () => ({ state: { ...UNKNOWN_GAUGE, level }, settings: USUAL_SETTINGS, kept: null }),
  };
  return { atSite: waterAt(1, { gauges, now }), elsewhere: waterAt(3, { gauges, now }) };
}

test('the level is told by the minute, so that not each measure is news to the pages that show it', () => {
  const of = (at: number) => read({ value: 12.4, at }, at).atSite;
  expect(of(5 * MINUTE_MS + 1)).toEqual({ level: 12, at: 5 * MINUTE_MS });
  expect(of(5 * MINUTE_MS + 59_000)).toEqual(of(5 * MINUTE_MS + 1));
});

test('a level that was never measured, or ten minutes ago, is not known; without a gauge there is none', () => {
  expect(read(null, 0).atSite).toEqual({ level: null });
  expect(read({ value: 3, at: 0 }, 10 * MINUTE_MS).atSite).toEqual({ level: null });
  expect(read(null, 0).elsewhere).toBeNull();
});
