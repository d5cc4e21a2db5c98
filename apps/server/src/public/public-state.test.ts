import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { describe, expect, test } from 'vitest';
import { graverPlaces, type PublicSignal, readPublicState } from './public-state.ts';

let ids = 0;
function signal(status: PublicSignal['status'], more: Partial<PublicSignal> = {}): PublicSignal {
  ids += 1;
  return {
    ...{ id: ids, name: `s${ids}`, label: `Segnale ${ids}`, status },
    ...{ error: false, stale: false, silent: false, pending: null, outOfSync: false, desired: null },
    ...{
      inMaintenance: false,
      inExercise: false,
      position: { latitude: null, longitude: null },
      water: null,
    },
    ...more,
  };
}
const desired = (value: SignalColor) => ({ value, since: 1, source: 'command' as const });
const read = (signals: PublicSignal[], inForce: SignalColor | null = null, shown = new Map()) =>
  readPublicState({ signals, inForce, shown, ended: [] });

describe('citizens read of a Comune', () => {
  test('verde only when every signal confirms it and nothing says more', () => {
    expect(read([signal('verde'), signal('verde')])).toMatchObject({ color: 'verde', showing: 2, total: 2 });
    expect(read([signal('verde'), signal('verde', { stale: true })]).color).toBeNull();
    expect(read([signal('verde'), signal('spento')]).color).toBeNull();
    expect(read([signal('verde'), signal('verde', { outOfSync: true })]).color).toBeNull();
    expect(read([signal('verde'), signal(null)]).color).toBeNull();
    expect(read([signal('verde')], 'giallo').color).toBeNull();
    expect(read([]).color).toBeNull();
  });

  test('what most signals show, with the graver places apart', () => {
    const signals = [signal('arancio'), signal('arancio'), signal('rosso', { desired: desired('rosso') })];
    const state = read(signals, 'rosso');
    expect(state).toMatchObject({ color: 'arancio', showing: 2, total: 3 });
    expect(graverPlaces(state).map(({ name }) => name)).toEqual([signals[2]?.label]);
  });

  test('the color of an alert that only some show, not verde', () => {
    expect(read([signal('verde'), signal('verde'), signal('giallo')])).toMatchObject({
      color: 'giallo',
      showing: 1,
      total: 3,
    });
  });

  test('nothing milder than is desired of a signal, than an alert in course, or than a silent one showed', () => {
    const changing = read([
      signal('giallo', { desired: desired('rosso'), pending: 'rosso' }),
      signal('giallo'),
    ]);
    expect(changing).toMatchObject({ color: null, places: [{ color: null }, { color: 'giallo' }] });
    expect(read([signal('giallo')], 'arancio').color).toBeNull();
    const silent = signal('rosso', { stale: true });
    const shown = new Map([[silent.id, { status: 'rosso' as const, at: 5 }]]);
    expect(read([signal('giallo'), signal('giallo'), silent], null, shown).color).toBeNull();
  });

  test('nothing of signals in maintenance or in an exercise', () => {
    const state = read([
      signal('verde'),
      signal('rosso', { inExercise: true, desired: desired('rosso') }),
      signal('verde', { inMaintenance: true, stale: true }),
    ]);
    expect(state).toMatchObject({ color: 'verde', total: 1 });
  });
});
