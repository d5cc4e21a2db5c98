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

type Kind = `${'verde' | 'giallo' | 'arancio' | 'rosso' | 'spento'}${'' | ' failed' | ' unheard'}`;

/** Signals written as what each said last and, unless that is confirmed, how they stand. */
const signals = (...kinds: (Kind | null)[]): ChannelSignal[] =>
  kinds.map((kind, index) => {
    const [status, standing = 'confirmed'] = (kind ?? '').split(' ');
    return { place: `s${index}`, status: status || null, standing, pending: false } as ChannelSignal;
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

describe('what the signals of a Comune say together', () => {
  test('is the gravest confirmed colour, everywhere when all show it', () => {
    expect(read('arancio', 'arancio')).toMatchObject({ level: 'arancio', everywhere: true });
    expect(read('verde', 'rosso', 'giallo')).toMatchObject({ level: 'rosso', everywhere: false, total: 3 });
  });

  test('is nothing while no signal is confirmed', () => {
    expect(readSignals(signals('rosso failed', 'verde unheard', null))).toBeUndefined();
    expect(readSignals([])).toBeUndefined();
  });

  test('leaves out signals in error and those that never spoke', () => {
    expect(read('verde', 'verde', 'rosso failed', null)).toMatchObject({
      level: 'verde',
      everywhere: true,
      complete: true,
    });
  });

  test('is not complete while a signal is to be heard, nor with most of them in error', () => {
    expect(read('verde', 'verde', 'rosso unheard').complete).toBe(false);
    expect(read('verde', 'rosso failed').complete).toBe(false);
  });

  test('is no level when all that is confirmed is dark', () => {
    expect(read('spento', 'spento').level).toBe('spento');
  });
});

describe('what is posted', () => {
  test.each<[string | undefined, Kind[], 'post' | 'remember' | 'nothing']>([
    [undefined, ['verde'], 'remember'],
    [undefined, ['spento'], 'nothing'],
    [undefined, ['giallo'], 'post'],
    ['verde', ['verde', 'verde'], 'nothing'],
    ['verde', ['arancio', 'verde unheard', 'verde unheard'], 'post'],
    ['arancio', ['arancio', 'arancio failed'], 'nothing'],
    ['arancio', ['rosso', 'arancio'], 'post'],
    ['rosso in parte', ['rosso', 'rosso'], 'post'],
    ['rosso', ['rosso', 'verde'], 'post'],
    ['rosso', ['rosso', 'rosso unheard'], 'nothing'],
    ['rosso', ['verde', 'verde'], 'post'],
    ['rosso', ['verde', 'rosso unheard'], 'nothing'],
    ['rosso', ['verde', 'rosso failed'], 'nothing'],
    ['rosso', ['verde', 'verde', 'rosso failed'], 'post'],
    ['rosso', ['spento', 'spento'], 'post'],
    ['verde', ['spento', 'spento'], 'nothing'],
    ['spento', ['verde'], 'post'],
    ['rosso', ['verde', 'spento', 'spento'], 'nothing'],
  ])('after %s, signals %j: %s', (last, kinds, step) => {
    expect(channelStep(last === undefined ? undefined : state(last), read(...kinds))).toBe(step);
  });

  const kind = fc.constantFrom<Kind | null>(
    ...(['verde', 'giallo', 'arancio', 'rosso', 'spento'] as const).flatMap((status): Kind[] => [
      status,
      `${status} failed`,
      `${status} unheard`,
    ]),
    null,
  );
  const lastState = fc.constantFrom(undefined, 'verde', 'giallo', 'arancio in parte', 'rosso', 'spento');

  test('‘nessuna allerta’ is never posted unless most signals say so and none says otherwise', () => {
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

  test('what was just posted is not posted again', () => {
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

describe('what citizens read', () => {
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
  ])('of %j is %s', (kinds, text) => {
    expect(channelText('X', read(...kinds), SINCE)).toBe(text);
  });
});
