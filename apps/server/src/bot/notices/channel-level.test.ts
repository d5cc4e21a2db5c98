import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChannelReading,
  type ChannelSignal,
  type ChannelState,
  channelStep,
  parseChannelState,
  readSignals,
  writeChannelState,
} from './channel-level.ts';
import { channelText } from './channel-text.ts';

type Kind = `${'verde' | 'giallo' | 'arancio' | 'rosso' | 'spento'}${'' | ' error' | ' stale'}`;

/** Signals by their status and, when it is not confirmed, the reason. */
const signals = (...kinds: (Kind | null)[]): ChannelSignal[] =>
  kinds.map((kind, index) => {
    const [status, flag] = (kind ?? '').split(' ');
    const flags = { error: flag === 'error', stale: flag === 'stale', pending: null };
    return { name: `s${index}`, status: status || null, ...flags } as ChannelSignal;
  });

const read = (...kinds: (Kind | null)[]): ChannelReading => {
  const reading = readSignals(signals(...kinds));
  if (!reading) throw new Error('nothing is confirmed');
  return reading;
};
const state = (text: string): ChannelState => {
  const parsed = parseChannelState(text);
  if (!parsed) throw new Error(text);
  return parsed;
};

describe('the reading of a Comune’s signals', () => {
  test('takes the gravest confirmed color, which holds everywhere when all show it', () => {
    expect(read('arancio', 'arancio')).toMatchObject({ level: 'arancio', everywhere: true });
    expect(read('verde', 'rosso', 'giallo')).toMatchObject({ level: 'rosso', everywhere: false, total: 3 });
  });

  test('is undefined while no signal is confirmed', () => {
    expect(readSignals(signals('rosso error', 'verde stale', null))).toBeUndefined();
    expect(readSignals([])).toBeUndefined();
  });

  test('leaves out signals in error and those that never reported', () => {
    expect(read('verde', 'verde', 'rosso error', null)).toMatchObject({
      level: 'verde',
      everywhere: true,
      complete: true,
    });
  });

  test('is incomplete while a signal has not reported, or when half of them are in error', () => {
    expect(read('verde', 'verde', 'rosso stale').complete).toBe(false);
    expect(read('verde', 'rosso error').complete).toBe(false);
  });

  test('is spento when all confirmed signals are dark', () => {
    expect(read('spento', 'spento').level).toBe('spento');
  });
});

describe('the step after a reading', () => {
  test.each<[string | undefined, Kind[], 'post' | 'remember' | 'nothing']>([
    [undefined, ['verde'], 'remember'],
    [undefined, ['spento'], 'nothing'],
    [undefined, ['giallo'], 'post'],
    ['verde', ['verde', 'verde'], 'nothing'],
    ['verde', ['arancio', 'verde stale', 'verde stale'], 'post'],
    ['arancio', ['arancio', 'arancio error'], 'nothing'],
    ['arancio', ['rosso', 'arancio'], 'post'],
    ['rosso in parte', ['rosso', 'rosso'], 'post'],
    ['rosso', ['rosso', 'verde'], 'post'],
    ['rosso', ['rosso', 'rosso stale'], 'nothing'],
    ['rosso', ['verde', 'verde'], 'post'],
    ['rosso', ['verde', 'rosso stale'], 'nothing'],
    ['rosso', ['verde', 'rosso error'], 'nothing'],
    ['rosso', ['verde', 'verde', 'rosso error'], 'post'],
    ['rosso', ['spento', 'spento'], 'post'],
    ['verde', ['spento', 'spento'], 'nothing'],
    ['spento', ['verde'], 'post'],
    ['rosso', ['verde', 'spento', 'spento'], 'nothing'],
  ])('after %s, the signals %j ask for: %s', (last, kinds, step) => {
    expect(channelStep(last === undefined ? undefined : state(last), read(...kinds))).toBe(step);
  });

  const kind = fc.constantFrom<Kind | null>(
    ...(['verde', 'giallo', 'arancio', 'rosso', 'spento'] as const).flatMap((status): Kind[] => [
      status,
      `${status} error`,
      `${status} stale`,
    ]),
    null,
  );
  const lastState = fc.constantFrom(undefined, 'verde', 'giallo', 'arancio in parte', 'rosso', 'spento');

  test('posts ‘nessuna allerta’ only when most signals are green and none shows an alert', () => {
    fc.assert(
      fc.property(fc.array(kind, { maxLength: 12 }), lastState, (kinds, last) => {
        const reading = readSignals(signals(...kinds));
        if (!reading) return;
        if (channelStep(last === undefined ? undefined : state(last), reading) !== 'post') return;
        if (!channelText('x', reading, 0).includes('nessuna allerta')) return;
        const said = kinds.filter((each) => each !== null);
        expect(said.filter((each) => each === 'verde').length * 2).toBeGreaterThan(said.length);
        expect(said.some((each) => /^(giallo|arancio|rosso)$/.test(each))).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('never posts the same state twice in a row', () => {
    fc.assert(
      fc.property(fc.array(kind, { maxLength: 12 }), lastState, (kinds, last) => {
        const reading = readSignals(signals(...kinds));
        if (!reading || channelStep(last === undefined ? undefined : state(last), reading) === 'nothing')
          return;
        expect(channelStep(state(writeChannelState(reading)), reading)).toBe('nothing');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the text for citizens', () => {
  const SINCE = Date.parse('2026-11-21T13:32:00Z');

  test.each<[Kind[], string]>([
    [['arancio', 'arancio'], '🟠 Comune di X: allerta arancione dalle 14:32 del 21/11/2026'],
    [['verde'], '🟢 Comune di X: nessuna allerta dalle 14:32 del 21/11/2026'],
    [
      ['rosso', 'verde', 'verde'],
      '🔴 Comune di X: allerta rossa dalle 14:32 del 21/11/2026 su 1 semaforo di 3: s0',
    ],
    [
      ['spento'],
      '⚫ Comune di X: dalle 14:32 del 21/11/2026 i semafori sono spenti e non indicano più un livello di allerta',
    ],
  ])('for %j is: %s', (kinds, text) => {
    expect(channelText('X', read(...kinds), SINCE)).toBe(text);
  });
});
