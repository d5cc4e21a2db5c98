import { deviceRecord, lampsWith } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { passing, SIGNAL_FILTERS } from '../list/device-filter.ts';
import { problemsAmong } from '../problems/problems.ts';
import { createSignalCounter } from './signal-counts.ts';

const DESIRED = {
  value: 'rosso',
  since: '2026-11-20T01:00:00.000Z',
  by: 'valdombra',
  source: 'command',
  reasserted: 0,
} as const;

const SIGNALS = [
  deviceRecord({ pending: 'rosso' }),
  deviceRecord({ status: 'giallo', stale: true }),
  deviceRecord({ status: 'rosso' }),
  deviceRecord({ status: 'arancio', error: true }),
  deviceRecord({ status: 'spento' }),
  deviceRecord({ status: null }),
  deviceRecord({ status: 'arancio', desired: DESIRED, out_of_sync: true }),
  deviceRecord({ error: true, pending: 'rosso', desired: DESIRED }),
  deviceRecord({ status: null, lamps: lampsWith({}) }),
  deviceRecord({ status: 'rosso', silent_since: '2026-11-20T02:00:00.000Z' }),
];

const countSignals = (signals: typeof SIGNALS, linkUp: boolean) => createSignalCounter()(signals, linkUp);

test('signals are counted by what they show: pending, stale and silent in their color, errors apart', () => {
  expect(countSignals(SIGNALS, true)).toEqual({
    all: 10,
    verde: 1,
    giallo: 1,
    arancio: 1,
    rosso: 2,
    spento: 2,
    error: 2,
    noData: 1,
    problems: 4,
    outOfSync: 1,
    stale: 1,
    silent: 1,
  });
  const { verde, giallo, arancio, rosso, spento, error, noData, all } = countSignals(SIGNALS, true);
  expect(verde + giallo + arancio + rosso + spento + error + noData).toBe(all);
});

test('the numbers stay when the link goes down, and everything known is stale', () => {
  expect(countSignals(SIGNALS, false)).toMatchObject({
    verde: 1,
    giallo: 1,
    rosso: 2,
    stale: 7,
    silent: 0,
    outOfSync: 1,
  });
});

test.each([true, false])(
  'each filter shows as many signals as its chip counts, with the link up: %s',
  (linkUp) => {
    const counts = countSignals(SIGNALS, linkUp);
    for (const filter of SIGNAL_FILTERS) {
      expect(passing(SIGNALS, filter, linkUp)).toHaveLength(counts[filter]);
    }
    expect(passing(SIGNALS, 'all', linkUp)).toBe(SIGNALS);
  },
);

test('counts that follow changes are those of a list counted anew', () => {
  const countOf = createSignalCounter();
  countOf(SIGNALS, true);
  const turned = SIGNALS.toReversed();
  const lists = [
    SIGNALS.map((signal, place) =>
      place % 2 === 0 ? deviceRecord({ status: 'rosso', error: true }) : signal,
    ),
    turned,
    turned.slice(1),
    [],
    SIGNALS,
  ];
  for (const linkUp of [true, false, true]) {
    for (const signals of lists) expect(countOf(signals, linkUp)).toEqual(countSignals(signals, linkUp));
  }
});

test('only a signal whose record changed is looked at again', () => {
  const checks: number[] = [];
  const signals = SIGNALS.map((signal, id) => ({
    ...signal,
    get error() {
      checks.push(id);
      return false;
    },
  }));
  const countOf = createSignalCounter();
  countOf(signals, true);
  checks.length = 0;
  countOf(signals.with(3, deviceRecord({ status: 'giallo' })), true);
  expect(new Set(checks)).toEqual(new Set([3]));
});

test('a signal in maintenance counts in its color, and is no problem', () => {
  const maintenance = {
    until: '2026-11-21T01:00:00.000Z',
    reason: 'Lampada nuova',
    by: 'valdombra',
    since: '2026-11-20T01:00:00.000Z',
  };
  const signals = [
    deviceRecord({ status: 'rosso', error: true, maintenance }),
    deviceRecord({ status: 'arancio', desired: DESIRED, out_of_sync: true, maintenance }),
  ];
  expect(countSignals(signals, true)).toMatchObject({
    rosso: 1,
    arancio: 1,
    error: 0,
    outOfSync: 0,
  });
  expect(problemsAmong(signals, true)).toEqual([]);
});
