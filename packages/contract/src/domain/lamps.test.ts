import { describe, expect, test } from 'vitest';
import {
  describeShown,
  isShownFresh,
  type Lamp,
  lampReport,
  lampsOfType,
  litLamps,
  severalLitReason,
  shownBy,
} from './lamps.ts';

const SESSION = 3;
const lit = (reportedAt: number | null, reportedIn: number | null = SESSION): Lamp => ({
  on: true,
  reportedAt,
  reportedIn,
});
const dark = (reportedAt: number | null, reportedIn: number | null = SESSION): Lamp => ({
  on: false,
  reportedAt,
  reportedIn,
});

test('a signal has four lamps, a lantern one', () => {
  expect(lampsOfType('semaforo')).toEqual(['verde', 'giallo', 'arancio', 'rosso']);
  expect(lampsOfType('lanterna')).toEqual(['acceso']);
});

describe('the word of a message', () => {
  const signal = { type: 'semaforo', key: '/3/comune/s1' } as const;
  const lantern = { type: 'lanterna', key: '/4/comune/l1' } as const;

  test.each([
    ['out1', '1', { lamp: 'verde', on: true }],
    ['out4', '0', { lamp: 'rosso', on: false }],
    ['out4', '2', undefined],
    ['out0', '1', undefined],
    ['temp', '1', undefined],
  ])('of a signal on %s with %s', (channel, payload, report) => {
    expect(lampReport(signal, { channel, payload })).toEqual(report);
  });

  test.each([
    ['out1', '1', { lamp: 'acceso', on: true }],
    ['out1', 'on', { lamp: 'acceso', on: false }],
    ['out0', '1', undefined],
  ])('of a lantern on %s with %s', (channel, payload, report) => {
    expect(lampReport(lantern, { channel, payload })).toEqual(report);
  });
});

describe('what the lamps show together', () => {
  test.each([
    ['nothing is known of a device that never spoke', {}, null],
    ['the lit lamp', { verde: dark(1), rosso: lit(2) }, 'rosso'],
    ['spento when the known lamps are dark', { verde: dark(1) }, 'spento'],
    ['the last to say so of several', { verde: lit(5), rosso: lit(4) }, 'verde'],
    ['the gravest of those that said so at once', { verde: lit(5), rosso: lit(5) }, 'rosso'],
    [
      'a lamp that said so itself before one known from the broker',
      { verde: lit(1), rosso: lit(null) },
      'verde',
    ],
  ])('%s', (_, lamps, shown) => {
    expect(shownBy(lamps)).toBe(shown);
  });
});

test.each([
  [{}, null],
  [{ verde: dark(1) }, 'spento'],
  [{ verde: dark(1), rosso: lit(2) }, 'rosso'],
  [{ rosso: lit(1), verde: lit(2) }, 'verde e rosso'],
])('every lit lamp is named: %o is %s', (lamps, reports) => {
  expect(describeShown(lamps)).toBe(reports);
});

describe('what is shown is fresh', () => {
  test('when the lit lamp spoke in this session, whatever the dark ones said', () => {
    expect(isShownFresh({ rosso: lit(2), verde: dark(1, null) }, SESSION)).toBe(true);
  });

  test('not by the word of a dark lamp', () => {
    expect(isShownFresh({ rosso: lit(1, SESSION - 1), verde: dark(2) }, SESSION)).toBe(false);
  });

  test('of several lit lamps only when each spoke', () => {
    expect(isShownFresh({ rosso: lit(2), verde: lit(1, null) }, SESSION)).toBe(false);
    expect(isShownFresh({ rosso: lit(2), verde: lit(1) }, SESSION)).toBe(true);
  });

  test('when none is lit and each known lamp spoke', () => {
    expect(isShownFresh({ verde: dark(1), rosso: dark(2) }, SESSION)).toBe(true);
    expect(isShownFresh({ verde: dark(1), rosso: dark(2, null) }, SESSION)).toBe(false);
  });

  test('never of a device that did not speak', () => {
    expect(isShownFresh({}, SESSION)).toBe(false);
  });
});

test('several lit lamps are named from the mildest; one is no error', () => {
  expect(severalLitReason({ rosso: lit(1), verde: lit(2) })).toBe('Più lampade accese: verde e rosso');
  expect(severalLitReason({ rosso: lit(1), verde: lit(2), arancio: lit(3, null) })).toBe(
    'Più lampade accese: verde, arancio e rosso',
  );
  expect(severalLitReason({ rosso: lit(1), verde: dark(2) })).toBeNull();
  expect(litLamps({ rosso: lit(1), verde: dark(2) })).toEqual(['rosso']);
});
