import { expect, test } from 'vitest';
import { judgeRound } from './judge-round.ts';
import { runNight } from './run-night.ts';

test('in twenty rounds with a dead part a person is reached, or the page says who was not', async () => {
  const { reached, violations } = await runNight({ rounds: 20, seed: 7 });
  expect(violations).toEqual([]);
  expect(reached).toBeGreaterThan(10);
});

const step = (outcomes: { outcome: 'sent' | 'waiting' | 'failed'; failure: string | null }[]) => ({
  steps: [
    {
      ...{ name: 'Anna', ways: ['SMS'], at: '2026-11-28T02:00:00.000Z', told: true },
      outcomes: outcomes.map((one) => ({ way: 'SMS', ...one })),
    },
  ],
});

test.each([
  ['no one was told', { steps: [] }, 0],
  ['the page forgets a channel', step([]), 0],
  ['the page gives no reason', step([{ outcome: 'failed', failure: null }]), 0],
  ['the page claims what no one took', step([{ outcome: 'sent', failure: null }]), 0],
])('a round is wrong when %s', (_how, record, taken) => {
  expect(judgeRound(record, { SMS: taken })).not.toEqual([]);
});

test('a round is right when a person was reached, or the page says why not', () => {
  expect(judgeRound(step([{ outcome: 'sent', failure: null }]), { SMS: 1 })).toEqual([]);
  expect(judgeRound(step([{ outcome: 'waiting', failure: 'risponde 503' }]), { SMS: 0 })).toEqual([]);
});
