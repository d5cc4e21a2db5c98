import { expect, test } from 'vitest';
import { type Rhythm, reportedAgain } from './rhythm.ts';

/** A device that speaks after each of the gaps, in seconds. */
function rhythmOf(...gaps: number[]): Rhythm {
  const first = reportedAgain(null, 0, true);
  return gaps.reduce((rhythm, gap) => reportedAgain(rhythm, rhythm.lastAt + gap * 1000, true), first);
}

test.each([
  ['of three gaps no rhythm is known', rhythmOf(60, 60, 60), null],
  ['a device that speaks each minute is quiet after three', rhythmOf(60, 60, 60, 60), 180],
  ['one that speaks each five seconds, not before 90 s', rhythmOf(5, 5, 5, 5), 90],
  ['one that speaks each hour, as if it were 15 minutes', rhythmOf(3600, 3600, 3600, 3600), 2700],
  ['one long gap is no rhythm', rhythmOf(60, 60, 3000, 60, 60), 180],
  ['what a device says at once is one turn', rhythmOf(60, 0.1, 0.1, 0.1, 60, 0.1, 60, 0.2, 60), 180],
  [
    'a device that has become slower is known by its last eight gaps',
    rhythmOf(...Array<number>(20).fill(60), ...Array<number>(8).fill(300)),
    900,
  ],
])('%s', (_what, rhythm, seconds) => {
  expect(rhythm.quietAfterMs).toBe(seconds === null ? null : seconds * 1000);
  expect(rhythm.gaps.length).toBeLessThanOrEqual(8);
});

test('an absence of the link is no gap', () => {
  const rhythm = reportedAgain(rhythmOf(60, 60, 60, 60), 10_000_000, false);
  expect(rhythm).toMatchObject({ lastAt: 10_000_000, gaps: [60_000, 60_000, 60_000, 60_000] });
});

test('the first message begins a rhythm', () => {
  expect(reportedAgain(null, 7, true)).toEqual({ lastAt: 7, gaps: [], quietAfterMs: null });
});
