import { describe, expect, test } from 'vitest';
import { type DeviceStatus, writesFor } from './channels.ts';
import { confirmsCommand } from './confirmation.ts';
import { SIGNAL_COLOURS } from './signal-colour.ts';

const SIGNAL = { type: 'semaforo', key: '/3/comune/s1' } as const;
const LANTERN = { type: 'lanterna', key: '/4/comune/l1' } as const;
const ALL_OFF = new Set(['out1', 'out2', 'out3', 'out4']);
const NONE_OFF = new Set<string>();

describe('a colour', () => {
  const message = { channel: 'out4', payload: '1', retained: false };

  test('is confirmed by 1 on its own channel', () => {
    expect(confirmsCommand(SIGNAL, 'rosso', { message, shownAfter: 'rosso', channelsOff: NONE_OFF })).toBe(
      true,
    );
  });

  test.each(SIGNAL_COLOURS.filter((colour) => colour !== 'rosso'))(
    '%s is not confirmed by the lamp of rosso',
    (commanded) => {
      expect(
        confirmsCommand(SIGNAL, commanded, { message, shownAfter: 'rosso', channelsOff: NONE_OFF }),
      ).toBe(false);
    },
  );

  test('is not confirmed by 0, though the shown state is already right', () => {
    const off = { channel: 'out1', payload: '0', retained: false };
    expect(
      confirmsCommand(SIGNAL, 'rosso', { message: off, shownAfter: 'rosso', channelsOff: ALL_OFF }),
    ).toBe(false);
    expect(
      confirmsCommand(SIGNAL, 'rosso', {
        message: { ...off, channel: 'out4' },
        shownAfter: 'rosso',
        channelsOff: ALL_OFF,
      }),
    ).toBe(false);
  });

  test('is not confirmed on the channel that carries it in the other family', () => {
    const other = { type: 'semaforo', key: '/4/comune/s1' } as const;
    expect(confirmsCommand(other, 'rosso', { message, shownAfter: 'arancio', channelsOff: NONE_OFF })).toBe(
      false,
    );
    expect(confirmsCommand(other, 'arancio', { message, shownAfter: 'arancio', channelsOff: NONE_OFF })).toBe(
      true,
    );
  });
});

describe('spento of a signal', () => {
  const message = { channel: 'out4', payload: '0', retained: false };

  test('is confirmed when the shown colour goes out', () => {
    expect(confirmsCommand(SIGNAL, 'spento', { message, shownAfter: 'spento', channelsOff: NONE_OFF })).toBe(
      true,
    );
  });

  test('is confirmed when all four lamps were reported off, though nothing was known before', () => {
    expect(confirmsCommand(SIGNAL, 'spento', { message, shownAfter: null, channelsOff: ALL_OFF })).toBe(true);
  });

  test.each([...ALL_OFF])('is not confirmed while %s was not reported off', (missing) => {
    const off = new Set([...ALL_OFF].filter((channel) => channel !== missing));
    expect(confirmsCommand(SIGNAL, 'spento', { message, shownAfter: null, channelsOff: off })).toBe(false);
  });
});

describe('a lantern', () => {
  test.each([
    ['acceso', 'acceso', true],
    ['acceso', 'spento', false],
    ['spento', 'spento', true],
    ['spento', 'acceso', false],
  ] as const)('commanded %s and showing %s: confirmed %s', (commanded, shown, confirmed) => {
    const payload = shown === 'acceso' ? '1' : '0';
    const message = { channel: 'out1', payload, retained: false };
    expect(confirmsCommand(LANTERN, commanded, { message, shownAfter: shown, channelsOff: NONE_OFF })).toBe(
      confirmed,
    );
  });
});

test('a retained message confirms nothing, whatever was commanded', () => {
  const cases: [typeof SIGNAL | typeof LANTERN, DeviceStatus][] = [
    ...([...SIGNAL_COLOURS, 'spento'] as const).map((status): [typeof SIGNAL, DeviceStatus] => [
      SIGNAL,
      status,
    ]),
    [LANTERN, 'acceso'],
    [LANTERN, 'spento'],
  ];
  for (const [device, status] of cases) {
    for (const write of writesFor(device.type, device.key, status)) {
      const message = { ...write, retained: true };
      expect(confirmsCommand(device, status, { message, shownAfter: status, channelsOff: ALL_OFF })).toBe(
        false,
      );
    }
  }
});
