import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  channelOfColor,
  channelOfLantern,
  colorOfChannel,
  type DeviceStatus,
  isMappedChannel,
  mayShow,
  writesFor,
} from './channels.ts';
import { applyReport, NEVER_REPORTED } from './live-message.ts';
import { SIGNAL_COLORS, SIGNAL_STATUSES } from './signal-color.ts';

const FAMILIES = [
  ['/3/comune/s1', { out1: 'verde', out2: 'giallo', out3: 'arancio', out4: 'rosso' }],
  ['/4/comune/s1', { out2: 'verde', out3: 'giallo', out4: 'arancio', out5: 'rosso' }],
  ['/33/comune/s1', { out2: 'verde', out3: 'giallo', out4: 'arancio', out5: 'rosso' }],
  ['/x/3/s1', { out2: 'verde', out3: 'giallo', out4: 'arancio', out5: 'rosso' }],
] as const;

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const OUTPUTS = DIGITS.map((digit) => `out${digit}`);
const NO_OUTPUTS = ['', 'out', 'out10', 'out01', 'Out1', 'out1/set', 'in1', ' out1', 'temp', 'out-1', 'out١'];

describe.each(FAMILIES)('a signal under %s', (key, mapped) => {
  test('maps exactly its four outputs to the colors', () => {
    const colors = [...OUTPUTS, ...NO_OUTPUTS].flatMap((channel) => {
      const color = colorOfChannel(key, channel);
      expect(isMappedChannel('semaforo', key, channel)).toBe(color !== undefined);
      return color === undefined ? [] : [[channel, color]];
    });
    expect(Object.fromEntries(colors)).toEqual(mapped);
  });

  test.each(SIGNAL_COLORS)('finds %s again on the channel that carries it', (color) => {
    expect(colorOfChannel(key, channelOfColor(key, color))).toBe(color);
  });

  test.each(SIGNAL_COLORS)('is commanded to switch %s on first, then the other three off', (color) => {
    const [first, ...others] = writesFor('semaforo', key, color);
    expect(first).toEqual({ channel: channelOfColor(key, color), payload: '1' });
    expect(others).toEqual(
      SIGNAL_COLORS.filter((other) => other !== color).map((other) => ({
        channel: channelOfColor(key, other),
        payload: '0',
      })),
    );
  });

  test('is commanded to switch all four lamps off for spento', () => {
    expect(writesFor('semaforo', key, 'spento')).toEqual(
      SIGNAL_COLORS.map((color) => ({ channel: channelOfColor(key, color), payload: '0' })),
    );
  });

  test('is commanded nothing for acceso, which it cannot show', () => {
    expect(writesFor('semaforo', key, 'acceso')).toEqual([]);
  });
});

describe('the writes of a signal, echoed by the device', () => {
  const key = fc.constantFrom(...FAMILIES.map(([family]) => family));
  const shown = fc.constantFrom<(DeviceStatus | null)[]>(null, ...SIGNAL_STATUSES);
  const color = fc.constantFrom(...SIGNAL_COLORS);

  /** The statuses that are shown after each write. */
  function statesShown(device: { key: string; shown: DeviceStatus | null }, commanded: DeviceStatus) {
    let state = { ...NEVER_REPORTED, status: device.shown };
    return writesFor('semaforo', device.key, commanded).map((write, index) => {
      const message = { ...write, retained: false };
      state =
        applyReport({ type: 'semaforo', key: device.key }, state, { message, now: index, session: 1 }) ??
        state;
      return state.status;
    });
  }

  test('show the new color from the first one on, so that no cut leaves the lamps dark or old', () => {
    fc.assert(
      fc.property(key, shown, color, (deviceKey, before, commanded) => {
        const states = statesShown({ key: deviceKey, shown: before }, commanded);
        expect(states).toEqual(Array(4).fill(commanded));
      }),
    );
  });

  test('end in spento when spento was commanded, from any known state', () => {
    fc.assert(
      fc.property(key, fc.constantFrom(...SIGNAL_STATUSES), (deviceKey, before) => {
        expect(statesShown({ key: deviceKey, shown: before }, 'spento').at(-1)).toBe('spento');
      }),
    );
  });
});

describe('a lantern', () => {
  test.each([
    ['/3/comune/l1', 'out0'],
    ['/4/comune/l1', 'out1'],
    ['/5/comune/l1', undefined],
    ['/33/comune/l1', undefined],
  ])('under %s is on %s', (key, channel) => {
    expect(channelOfLantern(key)).toBe(channel);
    expect(OUTPUTS.filter((output) => isMappedChannel('lanterna', key, output))).toEqual(
      channel === undefined ? [] : [channel],
    );
  });

  test.each([
    ['/3/comune/l1', 'acceso', [{ channel: 'out0', payload: '1' }]],
    ['/3/comune/l1', 'spento', [{ channel: 'out0', payload: '0' }]],
    ['/4/comune/l1', 'acceso', [{ channel: 'out1', payload: '1' }]],
    ['/4/comune/l1', 'spento', [{ channel: 'out1', payload: '0' }]],
    ['/5/comune/l1', 'acceso', []],
    ['/3/comune/l1', 'rosso', []],
  ] as const)('at %s that shall be %s is told %j', (key, status, writes) => {
    expect(writesFor('lanterna', key, status)).toEqual(writes);
  });
});

test('a device may be commanded exactly what it can show', () => {
  for (const status of [...SIGNAL_STATUSES, 'acceso'] as const) {
    expect(mayShow('semaforo', status)).toBe(writesFor('semaforo', '/4/comune/s1', status).length > 0);
    expect(mayShow('lanterna', status)).toBe(writesFor('lanterna', '/4/comune/l1', status).length > 0);
  }
});
