import { describe, expect, test } from 'vitest';
import { createDeviceLife } from '../../test/device-life.ts';
import { lampMeasure, witnessOf } from './lamp-measure.ts';

const SIGNAL = { type: 'semaforo', key: '/3/val/s1' } as const;

test.each([
  ['out4/power', '21.5', { lamp: 'rosso', power: 21.5 }],
  ['out1/power', '0', { lamp: 'verde', power: 0 }],
  ['out2/light', '1', { lamp: 'giallo', light: true }],
  ['out3/light', '0', { lamp: 'arancio', light: false }],
])('%s %s measures a lamp of a signal', (channel, payload, measured) => {
  expect(lampMeasure(SIGNAL, { channel, payload })).toEqual(measured);
});

test('a lantern has one lamp to measure', () => {
  const lantern = { type: 'lanterna', key: '/4/val/l1' } as const;
  expect(lampMeasure(lantern, { channel: 'out1/power', payload: '8' })).toEqual({ lamp: 'acceso', power: 8 });
  expect(lampMeasure(lantern, { channel: 'out2/power', payload: '8' })).toBeUndefined();
});

test.each([
  ['out4/power', ''],
  ['out4/power', '21 W'],
  ['out4/power', '-1'],
  ['out4/power', '1e999'],
  ['out4/light', 'on'],
  ['out5/power', '1'],
  ['out4/set', '1'],
  ['out4/power/set', '1'],
  ['power', '1'],
])('%s %j measures nothing', (channel, payload) => {
  expect(lampMeasure(SIGNAL, { channel, payload })).toBeUndefined();
});

describe('by what a lamp is known', () => {
  const reported = (...words: [string, string][]) => {
    const life = createDeviceLife();
    for (const [channel, payload] of words) life.say(channel, payload);
    return life;
  };
  const witness = ({ state }: ReturnType<typeof reported>, profile: 'outN' | 'shelly' = 'outN') =>
    witnessOf(profile, state().lamps.rosso, state().measures.rosso);

  test('without a measure it is the word of the board, or of its relay', () => {
    const life = reported(['out4', '1']);
    expect(witness(life)).toBe('command');
    expect(witness(life, 'shelly')).toBe('relay');
  });

  test.each<[string, string, string, string]>([
    ['a lit lamp draws power', '1', 'out4/power', '21'],
    ['a dark lamp draws none', '0', 'out4/power', '0.3'],
    ['a sensor sees a lit lamp', '1', 'out4/light', '1'],
    ['a sensor sees no light of a dark lamp', '0', 'out4/light', '0'],
  ])('%s: it is current or light', (_title, on, channel, payload) => {
    expect(witness(reported(['out4', on], [channel, payload]))).toBe('current');
  });

  test.each<[string, string, string, string]>([
    ['a lit lamp draws nothing', '1', 'out4/power', '0'],
    ['a dark lamp draws power', '0', 'out4/power', '21'],
    ['a sensor sees no light of a lit lamp', '1', 'out4/light', '0'],
  ])('%s: no measure bears out the relay', (_title, on, channel, payload) => {
    expect(witness(reported(['out4', on], [channel, payload]))).toBe('command');
  });

  test('of power and light the light counts, whichever came last', () => {
    const life = reported(['out4', '1'], ['out4/light', '0'], ['out4/power', '21']);
    expect(life.state().measures.rosso).toMatchObject({ power: 21, light: false });
    expect(witness(life)).toBe('command');
  });

  test('a lamp that changes has not been measured yet, one that says the same again has', () => {
    const life = reported(['out4', '1'], ['out4/power', '21'], ['out4', '1']);
    expect(witness(life)).toBe('current');
    life.say('out4', '0');
    expect(life.state().measures.rosso).toBeUndefined();
    life.say('out4', '1');
    expect(witness(life)).toBe('command');
  });

  test('what was measured before the link was made bears out nothing', () => {
    const life = reported(['out4', '1'], ['out4/power', '21']);
    life.loseLink();
    life.makeLink();
    life.say('out4', '1');
    expect(witness(life)).toBe('command');
    expect(life.state().measures.rosso).toBeUndefined();
  });

  test('a measure that the broker kept is none', () => {
    const life = reported(['out4', '1']);
    life.say('out4/power', '21', { retained: true });
    expect(life.state().measures).toEqual({});
  });

  test('a measure is heard: it ends a silence', () => {
    const life = reported(['out4', '1']);
    life.pass(900_000);
    expect(life.state().error).toBe(true);
    life.say('out4/power', '21');
    expect(life.state().error).toBe(false);
  });
});
