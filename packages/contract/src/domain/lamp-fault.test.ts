import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDeviceLife } from '../../test/device-life.ts';
import { deviceConditionOf, deviceErrorOf } from './device/device-view.ts';
import { CURRENT_WITHIN_MS } from './lamp-fault.ts';

const SECOND_MS = 1000;

/** A signal with a meter on each lamp: what each draws, lit and dark. */
function metered() {
  const life = createDeviceLife();
  const lamp = (channel: string, on: boolean, watts: number) => {
    life.say(channel, on ? '1' : '0');
    life.say(`${channel}/power`, String(watts));
  };
  const own = {
    life,
    lamp,
    error: () => deviceErrorOf(life.state()),
    faults: () => life.state().lampFaults,
    /** The board measures again and again. */
    measure: (channel: string, watts: number, seconds: number) => {
      for (let past = 0; past < seconds; past += 1) {
        life.pass(SECOND_MS);
        life.say(`${channel}/power`, String(watts));
      }
      return own;
    },
  };
  return own;
}

describe('what a meter says of a lamp', () => {
  test('a closed relay without current is an error after ten seconds, and names the lamp', () => {
    const one = metered();
    one.lamp('out3', true, 0);
    one.life.pass(CURRENT_WITHIN_MS - 1);
    expect(one.error()).toBeNull();
    one.life.pass(1);
    expect(one.faults()).toEqual({ arancio: 'burnt' });
    expect(one.error()).toBe('Relè chiuso, lampada spenta: arancio');
    expect(deviceConditionOf(one.life.state(), one.life.at().link)).toBe('error');
  });

  test('the relay that says the same again does not end it; a measure that agrees, or another color, does', () => {
    const one = metered();
    one.lamp('out3', true, 0);
    one.life.pass(CURRENT_WITHIN_MS);
    one.life.say('out3', '1');
    expect(one.error()).not.toBeNull();
    one.measure('out3', 12, 1);
    expect(one.error()).toBeNull();
    one.lamp('out3', true, 0);
    one.life.pass(CURRENT_WITHIN_MS);
    one.life.say('out4', '1');
    one.life.say('out3', '0');
    expect(one.error()).toBeNull();
  });

  test('current behind an open relay is lit without command', () => {
    const one = metered();
    one.lamp('out1', false, 3);
    one.life.pass(CURRENT_WITHIN_MS);
    expect(one.error()).toBe('Accesa senza comando: verde');
  });

  test('a light sensor says the same', () => {
    const one = metered();
    one.life.say('out4', '1');
    one.life.say('out4/light', '0');
    one.life.pass(CURRENT_WITHIN_MS);
    expect(one.faults()).toEqual({ rosso: 'burnt' });
  });

  test('what a lamp draws is learned in a lamp test; then a weak one is found, which is no error', () => {
    const one = metered();
    one.life.happen({ kind: 'test-begun', former: 'verde', isOver: false });
    one.lamp('out4', true, 11.8);
    one.lamp('out4', false, 0.2);
    one.life.happen({ kind: 'test-ended' });
    expect(one.life.state().usualPower).toEqual({ rosso: { on: 11.8, off: 0.2 } });
    one.lamp('out4', true, 4);
    one.life.pass(CURRENT_WITHIN_MS);
    expect(one.faults()).toEqual({ rosso: 'weak' });
    expect(one.error()).toBeNull();
  });

  test('a burnt lamp teaches nothing in a lamp test', () => {
    const one = metered();
    one.life.happen({ kind: 'test-begun', former: 'verde', isOver: false });
    one.lamp('out4', true, 0);
    expect(one.life.state().usualPower).toEqual({});
  });

  test('a fault outlives the link, and ends with the first measure that agrees', () => {
    const one = metered();
    one.lamp('out3', true, 0);
    one.life.pass(CURRENT_WITHIN_MS);
    one.life.loseLink();
    one.life.makeLink();
    one.life.say('out3', '1');
    expect(one.faults()).toEqual({ arancio: 'burnt' });
    one.life.say('out3/power', '12');
    expect(one.faults()).toEqual({});
  });
});

/** A meter that averages says what a lamp drew some seconds ago, give or take its noise. */
const switching = fc.record({
  color: fc.integer({ min: 1, max: 4 }),
  lagS: fc.integer({ min: 0, max: 8 }),
  heldS: fc.integer({ min: 9, max: 40 }),
  noise: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
});

/** The lamps of one color change while the meters still see those of before. */
function switchTo(
  { life, faults }: ReturnType<typeof metered>,
  { color, lagS, heldS, noise }: { color: number; lagS: number; heldS: number; noise: number },
  before: number,
): void {
  life.say(`out${color}`, '1');
  if (before !== 0 && before !== color) life.say(`out${before}`, '0');
  for (let second = 0; second < heldS; second += 3) {
    life.pass(3 * SECOND_MS);
    const seen = second < lagS ? before : color;
    for (const lamp of [1, 2, 3, 4])
      life.say(`out${lamp}/power`, lamp === seen ? String(11.8 + noise) : String(Math.abs(noise)));
    expect(faults()).toEqual({});
  }
}

test('in thousands of switchings of sound lamps no fault is found', () => {
  fc.assert(
    fc.property(fc.array(switching, { minLength: 100, maxLength: 100 }), (switchings) => {
      const one = metered();
      for (const [index, next] of switchings.entries())
        switchTo(one, next, switchings[index - 1]?.color ?? 0);
    }),
    { numRuns: 100 },
  );
});

test('of burnt, leaking and weak lamps each is found within 15 seconds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('burnt', 'leaking', 'weak'),
      (lamp, fault) => {
        const one = metered();
        one.life.load({ usualPower: { verde: USUAL, giallo: USUAL, arancio: USUAL, rosso: USUAL } });
        const isOn = fault !== 'leaking';
        one.life.say(`out${lamp}`, isOn ? '1' : '0');
        one.measure(`out${lamp}`, { burnt: 0, leaking: 2.2, weak: 4.1 }[fault], 14);
        expect(Object.values(one.faults())).toEqual([fault]);
      },
    ),
  );
});

const USUAL = { on: 11.8, off: 0 };
