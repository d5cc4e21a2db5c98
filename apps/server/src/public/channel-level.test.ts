import { describe, expect, test } from 'vitest';
import { formatMessage } from '../notifications/messages.ts';
import {
  type ChannelFacts,
  type ChannelState,
  decidePost,
  type EndedOn,
  parseChannelState,
  writeChannelState,
} from './channel-level.ts';
import { levelFacts } from './check-channel.ts';
import { type ChannelSignal, shownAfter } from './shown-by-signals.ts';

type Color = 'verde' | 'giallo' | 'arancio' | 'rosso' | 'spento';
type Flag = 'error' | 'stale' | 'silent' | 'drift' | 'exercise' | 'maintenance';
/** What a signal shows now, and why that does not count; after `was`, what it showed before. */
type Kind = `${Color}${'' | ` ${Flag}`}${'' | ` was ${Color}`}`;

/** Signals that first showed what they `was`, or the same as now. */
function readTwice(kinds: readonly (Kind | null)[]): Pick<ChannelFacts, 'signals' | 'shown'> {
  const toSignal = (text: string, index: number): ChannelSignal => {
    const [status, flag] = text.split(' ');
    return {
      id: index,
      name: `s${index}`,
      status: (status || null) as ChannelSignal['status'],
      error: flag === 'error',
      stale: flag === 'stale',
      silent: flag === 'silent',
      pending: null,
      outOfSync: flag === 'drift',
      desired: null,
      inExercise: flag === 'exercise',
      inMaintenance: flag === 'maintenance',
    };
  };
  const texts = kinds.map((kind) => (kind ?? '').split(' was '));
  const before = texts.map(([now = '', was = now.split(' ')[0] ?? ''], index) => toSignal(was, index));
  const signals = texts.map(([now = ''], index) => toSignal(now, index));
  return { signals, shown: shownAfter(shownAfter(new Map(), before, 1), signals, 2) };
}

const stateOf = (text: string | undefined): ChannelState | undefined => {
  const state = text === undefined ? undefined : parseChannelState(text);
  if (text !== undefined && !state) throw new Error(text);
  return state;
};
const decide = (
  last: string | undefined,
  kinds: readonly (Kind | null)[],
  more: Partial<ChannelFacts> = {},
) => decidePost(stateOf(last), { ...readTwice(kinds), inForce: null, ended: [], ...more });
const wordOf = (decided: ReturnType<typeof decidePost>) =>
  decided.step === 'nothing' ? 'nothing' : `${decided.step} ${writeChannelState(decided.post)}`;

describe('the post after a reading', () => {
  test.each<[string | undefined, (Kind | null)[], string]>([
    [undefined, ['verde'], 'remember verde'],
    [undefined, ['spento'], 'nothing'],
    [undefined, ['giallo'], 'post giallo'],
    ['verde', ['verde', 'verde'], 'nothing'],
    ['verde', ['arancio', 'verde stale', 'verde stale'], 'post arancio in parte'],
    ['arancio', ['arancio', 'arancio error'], 'nothing'],
    ['arancio', ['rosso', 'arancio'], 'post rosso in parte'],
    ['rosso in parte', ['rosso', 'rosso'], 'post rosso'],
    ['rosso', ['rosso', 'verde'], 'post rosso in parte'],
    ['rosso', ['rosso', 'rosso stale'], 'nothing'],
    ['rosso', ['verde', 'verde'], 'post verde'],
    ['rosso', ['giallo', 'giallo'], 'post giallo'],
    ['rosso', ['verde', 'rosso stale'], 'nothing'],
    ['rosso', ['spento', 'spento'], 'post spento'],
    ['verde', ['spento', 'spento'], 'nothing'],
    ['spento', ['verde'], 'post verde'],
    ['rosso', ['verde', 'spento', 'spento'], 'nothing'],
    // A signal that showed rosso and does not answer: nobody knows that it is over.
    ['rosso in parte', ['verde', 'verde', 'rosso error'], 'post rosso in parte, senza risposta'],
    ['rosso', ['verde', 'verde', 'verde error was rosso'], 'post rosso, senza risposta'],
    ['rosso', ['verde', 'verde', 'rosso silent'], 'post rosso, senza risposta'],
    ['verde', ['verde', 'rosso silent was verde'], 'nothing'],
    ['rosso', ['verde drift was rosso', 'verde drift was rosso'], 'post rosso, senza risposta'],
    ['rosso, senza risposta', ['verde', 'verde', 'rosso error'], 'nothing'],
    ['rosso, senza risposta', ['verde', 'verde', 'verde was rosso'], 'post verde'],
    ['giallo', ['verde', 'verde', 'verde error'], 'post verde in parte'],
    ['giallo', ['verde', 'verde', null], 'post verde in parte'],
    // One on which people work says nothing: no level, no lack of an answer, and no 'nessuna allerta'.
    ['verde', ['verde', 'verde', 'rosso maintenance'], 'nothing'],
    ['rosso', ['rosso', 'verde maintenance was rosso'], 'nothing'],
    ['rosso', ['verde', 'verde maintenance was rosso'], 'nothing'],
    ['rosso', ['verde', 'verde', 'verde maintenance'], 'post verde in parte'],
    ['rosso', ['verde maintenance'], 'nothing'],
    [undefined, ['rosso maintenance'], 'nothing'],
    ['giallo', ['verde', 'verde', 'spento'], 'post verde in parte'],
    ['verde in parte', ['verde', 'verde', 'verde error'], 'nothing'],
    ['verde in parte', ['verde', 'verde', 'verde'], 'post verde'],
    ['verde', ['verde', 'verde', 'verde error'], 'nothing'],
    // What an exercise lights says nothing, and what it lit confirms no verde.
    ['verde', ['verde', 'rosso exercise was verde'], 'nothing'],
    ['giallo', ['verde', 'verde', 'rosso exercise was verde'], 'nothing'],
    ['rosso', ['giallo', 'verde', 'verde exercise was rosso'], 'nothing'],
  ])('after %s, the signals %j ask for: %s', (last, kinds, step) => {
    expect(wordOf(decide(last, kinds))).toBe(step);
  });

  test('an alert in course, or a color desired of a signal, says more than the lamps', () => {
    expect(wordOf(decide('rosso', ['verde', 'verde'], { inForce: 'rosso' }))).toBe('nothing');
    expect(wordOf(decide('rosso', ['verde', 'verde'], { inForce: 'giallo' }))).toBe('nothing');
    expect(wordOf(decide('rosso', ['giallo', 'giallo'], { inForce: 'giallo' }))).toBe('post giallo');
    const { signals, shown } = readTwice(['giallo', 'giallo', 'verde error']);
    const desired = signals.map((one, index) =>
      index === 2
        ? { ...one, desired: { value: 'rosso' as const, since: 0, source: 'command' as const } }
        : one,
    );
    expect(wordOf(decide('rosso', [], { signals: desired, shown }))).toBe('nothing');
  });

  test('an alert that a person ended no longer holds what its silent signals showed', () => {
    const ended: EndedOn = { deviceId: 2, color: 'rosso', at: 3 };
    const kinds: Kind[] = ['verde', 'verde', 'rosso error'];
    expect(wordOf(decide('rosso', kinds, { ended: [ended] }))).toBe('post verde in parte');
    for (const other of [
      { ...ended, deviceId: 1 },
      { ...ended, color: 'giallo' as const },
      { ...ended, at: 0 },
    ]) {
      expect(wordOf(decide('rosso', kinds, { ended: [other] }))).toBe('post rosso, senza risposta');
    }
  });

  test('a reading that changes nothing leaves what a signal showed as it is', () => {
    const { signals, shown } = readTwice(['verde', 'rosso', 'rosso error']);
    const again = shownAfter(shown, signals, 3);
    for (const { id } of signals) expect(again.get(id)).toBe(shown.get(id));
  });

  test('a milder color counts only when its command is over', () => {
    const before = readTwice(['rosso', 'rosso']);
    const signals = before.signals.map((one, index) => ({
      ...one,
      status: 'verde' as const,
      pending: index === 0 ? ('verde' as const) : null,
    }));
    const shown = shownAfter(before.shown, signals, 3);
    expect([shown.get(0)?.status, shown.get(1)?.status]).toEqual(['rosso', 'verde']);
  });
});

describe('the text for citizens', () => {
  const SINCE = Date.parse('2026-11-21T13:32:00Z');
  const textAfter = (last: string, kinds: Kind[]) => {
    const decided = decide(last, kinds);
    if (decided.step === 'nothing') throw new Error('nothing is posted');
    return formatMessage('level', levelFacts('X', decided.post, SINCE)).text;
  };

  test.each<[string, Kind[], string]>([
    ['verde', ['arancio', 'arancio'], '🟠 Comune di X: allerta arancione dalle 14:32 del 21/11/2026'],
    ['giallo', ['verde'], '🟢 Comune di X: nessuna allerta dalle 14:32 del 21/11/2026'],
    [
      'verde',
      ['rosso', 'verde', 'verde'],
      '🔴 Comune di X: allerta rossa dalle 14:32 del 21/11/2026 su 1 semaforo di 3: s0',
    ],
    [
      'rosso',
      ['spento'],
      '⚫ Comune di X: dalle 14:32 del 21/11/2026 i semafori sono spenti e non indicano più un livello di allerta',
    ],
    [
      'rosso',
      ['verde', 'rosso error', 'rosso error'],
      '⚠️ Comune di X: dalle 14:32 del 21/11/2026 2 semafori di 3 non rispondono: s1, s2. L’ultima indicazione resta allerta rossa',
    ],
    [
      'rosso',
      ['verde', 'rosso error', 'verde drift was rosso'],
      '⚠️ Comune di X: dalle 14:32 del 21/11/2026 2 semafori di 3 non confermano più il livello: s1, s2. L’ultima indicazione resta allerta rossa',
    ],
    [
      'rosso',
      ['verde', 'verde', 'verde drift was rosso'],
      '⚠️ Comune di X: dalle 14:32 del 21/11/2026 1 semaforo di 3 non conferma più il livello: s2. L’ultima indicazione resta allerta rossa',
    ],
    [
      'rosso',
      ['verde', 'verde', 'verde error'],
      '⚪ Comune di X: dalle 14:32 del 21/11/2026 i semafori non indicano più un’allerta, ma 1 semaforo di 3 non lo conferma: s2',
    ],
  ])('after %s, for %j is: %s', (last, kinds, text) => {
    expect(textAfter(last, kinds)).toBe(text);
  });
});
