import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import type { LampMessage } from '@semaforo/testing/signal-reports';
import { describe, expect, test } from 'vitest';
import type { StepRecord } from './alert-records.ts';
import { assertSquare } from './assert-square.ts';

const T = 1_000_000;
const lights = (...colors: [SignalColor, number][]): LampMessage[] =>
  colors.map(([lamp, at]) => ({ at, lamp, on: true }));
const step = (more: Partial<StepRecord> = {}): StepRecord => ({
  id: 1,
  alertId: 5,
  step: 'inizio',
  at: T,
  outcome: 'eseguita',
  reason: null,
  commands: 1,
  ...more,
});

/** Arancio from T to T + 10, then verde. */
function kindsOf({
  commanded = lights(['arancio', T], ['verde', T + 10]),
  shown = 'verde' as SignalColor,
  steps = [step(), step({ id: 2, at: T + 10, step: 'fine' })],
  deliveries = [{ key: '/3/piazza/s0', state: 'confermato' }],
} = {}): string[] {
  const square = {
    key: '/3/piazza/s0',
    deviceId: 1,
    author: { id: 1, username: 'anna', client: undefined as never },
    alerts: [5],
    expected: [
      { color: 'arancio' as const, notBefore: T },
      { color: 'verde' as const, notBefore: T + 10 },
    ],
  };
  const reported = lights([shown, T + 20]);
  return assertSquare(square, { commanded, reported }, { steps, deliveries }).map(({ kind }) => kind);
}

describe('a square is judged', () => {
  test('right when each color came in its place, also said twice after a crash', () => {
    expect(kindsOf()).toEqual([]);
    const commanded = lights(['arancio', T], ['arancio', T + 3], ['verde', T + 10], ['verde', T + 11]);
    expect(kindsOf({ commanded })).toEqual([]);
  });

  test('missed when a color never came, or another is shown at last', () => {
    expect(kindsOf({ commanded: lights(['arancio', T]), shown: 'arancio' })).toEqual(['missed', 'missed']);
    expect(kindsOf({ commanded: lights(['verde', T + 10]) })).toEqual(['missed']);
    expect(kindsOf({ steps: [step({ outcome: 'mancata', commands: 0 })] })).toEqual(['missed']);
  });

  test('missed when its last step was superseded: nothing comes after it', () => {
    const end = step({ id: 2, at: T + 10, step: 'fine' });
    expect(kindsOf({ steps: [step({ outcome: 'superata' }), end] })).toEqual([]);
    expect(kindsOf({ steps: [step(), { ...end, outcome: 'superata' }] })).toEqual(['missed']);
  });

  test('early, doubled or lowered when a color came before its time or again', () => {
    expect(kindsOf({ commanded: lights(['arancio', T - 1], ['verde', T + 10]) })).toEqual(['early']);
    expect(kindsOf({ steps: [step({ commands: 2 })] })).toEqual(['doubled']);
    const again = lights(['arancio', T], ['verde', T + 10], ['arancio', T + 11], ['verde', T + 12]);
    expect(kindsOf({ commanded: again })).toEqual(['doubled']);
    const lowered = lights(['arancio', T], ['giallo', T + 1], ['verde', T + 10]);
    expect(kindsOf({ commanded: lowered })).toEqual(['lowered']);
  });

  test('untruthful when a delivery did not end as the device said', () => {
    expect(kindsOf({ deliveries: [{ key: '/3/piazza/s0', state: 'scaduto' }] })).toEqual(['untruthful']);
  });
});
