import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorOfChannel, type DeviceStatus } from './channels.ts';
import { applyReport, NEVER_REPORTED, type ReportedState } from './live-message.ts';
import { SIGNAL_STATUSES } from './signal-color.ts';

const NOW = Date.UTC(2026, 10, 20, 14, 0);
const SIGNAL = { type: 'semaforo', key: '/3/comune/s1' } as const;
const LANTERN = { type: 'lanterna', key: '/3/comune/l1' } as const;
const SESSION = 7;
const VERDE_LIT = { verde: { on: true, reportedAt: 1, reportedIn: null } };
const IN_ERROR: ReportedState = {
  status: 'verde',
  lamps: VERDE_LIT,
  updatedAt: 1,
  error: true,
  errorReason: 'Non conferma',
};

/** What a signal whose out1 is verde, and so on, shows after a live report. */
function shownAfter(status: DeviceStatus | null, channel: string, payload: string) {
  return applyReport(
    SIGNAL,
    { ...IN_ERROR, status },
    { message: { channel, payload, retained: false }, now: NOW, session: SESSION },
  );
}

describe('a live report on a color of a signal', () => {
  test.each([null, ...SIGNAL_STATUSES])('with 1 shows that color, whatever was shown: %s', (before) => {
    expect(shownAfter(before, 'out4', '1')?.status).toBe('rosso');
  });

  test('with 0 for the shown color makes the signal spento', () => {
    expect(shownAfter('rosso', 'out4', '0')?.status).toBe('spento');
  });

  test.each([null, 'verde', 'giallo', 'arancio', 'spento'] as const)(
    'with 0 leaves another status as it is: %s',
    (before) => {
      expect(shownAfter(before, 'out4', '0')?.status).toBe(before);
    },
  );

  test.each(['1', '0'])('with %s sets the time to now and clears the error', (payload) => {
    expect(shownAfter('verde', 'out4', payload)).toMatchObject({
      updatedAt: NOW,
      error: false,
      errorReason: null,
    });
  });

  test('with any other payload changes nothing', () => {
    fc.assert(
      fc.property(fc.string(), (payload) => {
        fc.pre(payload !== '0' && payload !== '1');
        return shownAfter('verde', 'out1', payload) === undefined;
      }),
    );
    for (const payload of ['', ' 1', '1 ', 'true', 'on', '2', '01', '1.0', '"1"']) {
      expect(shownAfter('verde', 'out1', payload)).toBeUndefined();
    }
  });
});

test('a report on an unmapped channel changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('0', '1'), (channel, payload) => {
      fc.pre(colorOfChannel(SIGNAL.key, channel) === undefined);
      return shownAfter('verde', channel, payload) === undefined;
    }),
  );
  for (const channel of ['out0', 'out5', 'out1/set', 'temp']) {
    expect(shownAfter('verde', channel, '1')).toBeUndefined();
  }
});

describe('a live report of a lantern', () => {
  test.each([
    ['1', 'acceso'],
    ['0', 'spento'],
    ['', 'spento'],
    ['on', 'spento'],
    ['true', 'spento'],
    ['01', 'spento'],
  ])('with %j means %s', (payload, status) => {
    const message = { channel: 'out0', payload, retained: false };
    expect(applyReport(LANTERN, IN_ERROR, { message, now: NOW, session: SESSION })).toEqual({
      status,
      lamps: { ...VERDE_LIT, acceso: { on: status === 'acceso', reportedAt: NOW, reportedIn: SESSION } },
      updatedAt: NOW,
      error: false,
      errorReason: null,
    });
  });

  test.each([
    ['/3/comune/l1', 'out1'],
    ['/4/comune/l1', 'out0'],
    ['/5/comune/l1', 'out0'],
    ['/5/comune/l1', 'out1'],
  ])('at %s on %s, not its own channel, changes nothing', (key, channel) => {
    const message = { channel, payload: '1', retained: false };
    expect(
      applyReport({ type: 'lanterna', key }, NEVER_REPORTED, { message, now: NOW, session: SESSION }),
    ).toBeUndefined();
  });
});

describe('a live report', () => {
  test('is the word of its own lamp alone', () => {
    expect(shownAfter('verde', 'out4', '0')?.lamps).toEqual({
      ...VERDE_LIT,
      rosso: { on: false, reportedAt: NOW, reportedIn: SESSION },
    });
  });
});

describe('a retained report', () => {
  const retained = (state: ReportedState, channel: string, payload: string) =>
    applyReport(SIGNAL, state, {
      message: { channel, payload, retained: true },
      now: NOW,
      session: SESSION,
    });

  test('sets the lamp and the status as last known, without time and without clearing the error', () => {
    const unheard = { verde: { on: true, reportedAt: null, reportedIn: null } };
    expect(retained({ ...IN_ERROR, lamps: unheard }, 'out4', '1')).toEqual({
      ...IN_ERROR,
      status: 'rosso',
      lamps: { ...unheard, rosso: { on: true, reportedAt: null, reportedIn: null } },
    });
  });

  test.each(['0', '1'])('with %s changes nothing about a lamp that was ever heard', (payload) => {
    expect(retained(IN_ERROR, 'out1', payload)).toEqual(IN_ERROR);
  });

  test('of a lamp that was never heard is known, and does not replace the status that was heard', () => {
    expect(retained(IN_ERROR, 'out4', '1')).toEqual({
      ...IN_ERROR,
      lamps: { ...VERDE_LIT, rosso: { on: true, reportedAt: null, reportedIn: null } },
    });
  });

  test('that comes after what was said while nobody listened is older than that', () => {
    const reported = { channel: 'out3', payload: '1', retained: true, queued: true };
    const after = applyReport(SIGNAL, IN_ERROR, { message: reported, now: NOW, session: SESSION });
    expect(after).toEqual({
      ...IN_ERROR,
      status: 'arancio',
      lamps: { ...VERDE_LIT, arancio: { on: true, reportedAt: null, reportedIn: SESSION } },
    });
    expect(after && retained(after, 'out3', '0')).toEqual(after);
  });

  test('of a device never heard leaves its time empty', () => {
    const message = { channel: 'out0', payload: '1', retained: true };
    expect(applyReport(LANTERN, NEVER_REPORTED, { message, now: NOW, session: SESSION })).toEqual({
      ...NEVER_REPORTED,
      status: 'acceso',
      lamps: { acceso: { on: true, reportedAt: null, reportedIn: null } },
    });
  });

  test('changes nothing about a lamp that was heard in this session', () => {
    const received = { ...IN_ERROR, lamps: { verde: { on: true, reportedAt: 5, reportedIn: SESSION } } };
    expect(retained(received, 'out1', '0')).toEqual(received);
  });

  test('leaves the status alone once another lamp was heard in this session', () => {
    const received = { ...IN_ERROR, lamps: { verde: { on: true, reportedAt: 5, reportedIn: SESSION } } };
    expect(retained(received, 'out4', '1')).toMatchObject({ status: 'verde', updatedAt: 1 });
  });

  test('never touches time or error, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('out1', 'out2', 'out3', 'out4'),
        fc.constantFrom('0', '1'),
        (channel, payload) => {
          const after = retained(IN_ERROR, channel, payload);
          expect(after).toEqual({ ...IN_ERROR, status: after?.status, lamps: after?.lamps });
        },
      ),
    );
  });
});

test('a report never changes the state that it was given', () => {
  const before = Object.freeze({ ...IN_ERROR });
  applyReport(SIGNAL, before, {
    message: { channel: 'out4', payload: '1', retained: false },
    now: NOW,
    session: SESSION,
  });
  expect(before).toEqual(IN_ERROR);
});
