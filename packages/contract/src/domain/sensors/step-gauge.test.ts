import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GaugeReading } from './gauge-language.ts';
import { type GaugeState, type SiteEvent, UNKNOWN_GAUGE, USUAL_LIMITS } from './gauge-state.ts';
import { type SiteRule, thresholdsFault } from './site-rule.ts';
import { askedColor, type GaugeEvent, restoredGauge, stepGauge } from './step-gauge.ts';

const MIN_MS = 60_000;
const HOUR_MS = 60 * MIN_MS;
const START = Date.UTC(2026, 10, 28);
const RULE: SiteRule = {
  thresholds: [
    { color: 'arancio', at: 15, clear_at: 10, for_s: 20 },
    { color: 'rosso', at: 30, clear_at: 22, for_s: 20 },
  ],
  ...{ rate_per_min: null, policy: 'raise', device_ids: [1], local: false, votes: 1 },
  ...{ silent: 'alarm', silent_after_s: 360, silent_color: 'giallo', float_color: 'rosso' },
};

const reading = (quantity: GaugeReading['quantity'], value: number, more: Partial<GaugeReading> = {}) => ({
  ...{ quantity, value, at: null, isGood: true, isImplied: false, ...more },
});
const measured = (...readings: GaugeReading[]): GaugeEvent => ({ kind: 'measured', readings, isKept: false });

/** A site over time: what happens after so many seconds, and what it asks for. */
function site(rule: Partial<SiteRule> | null = {}) {
  let state: GaugeState = UNKNOWN_GAUGE;
  let at = 0;
  const events: SiteEvent[] = [];
  const limits = USUAL_LIMITS;
  const step = (event: GaugeEvent, afterS: number, isLinked = true) => {
    at += afterS * 1000;
    const moment = { now: START + at, elapsed: at, linkElapsed: isLinked ? 0 : null, limits };
    const next = stepGauge(state, event, { ...moment, rule: rule && { ...RULE, ...rule } });
    state = next.state;
    events.push(...next.events);
  };
  const own = {
    level: (value: number, afterS = 1, more: Partial<GaugeReading> = {}) => {
      step(measured(reading('level', value, more)), afterS);
      return own;
    },
    float: (value: 0 | 1, afterS = 1) => {
      step(measured(reading('float', value)), afterS);
      return own;
    },
    wait: (seconds: number, isLinked = true) => {
      for (let past = 0; past < seconds; past += 1) step({ kind: 'tick' }, 1, isLinked);
      return own;
    },
    /** The same level again and again. */
    stay: (value: number, seconds: number, everyS = 10) => {
      for (let past = 0; past < seconds; past += everyS) own.level(value, everyS);
      return own;
    },
    seen: (saw: boolean) => {
      step({ kind: 'seen', saw, by: 'anna', at: START + at + 1000 }, 1);
      return own;
    },
    kept: (value: number) => {
      step({ kind: 'measured', readings: [reading('level', value)], isKept: true }, 1);
      return own;
    },
    restart: () => {
      state = restoredGauge(JSON.parse(JSON.stringify(state)) as GaugeState, at);
      return own;
    },
    state: () => state,
    asked: () => askedColor(state),
    said: () => events.map(({ kind, color }) => (color ? `${kind} ${color}` : kind)),
    sentences: () => events.map(({ sentence }) => sentence),
  };
  return own;
}

describe('thresholds', () => {
  test('a color is asked for once its level was exceeded for long enough, and ends below its clear level', () => {
    const one = site().level(3).level(16).wait(19);
    expect(one.asked()).toBeNull();
    expect(one.wait(2).asked()).toBe('arancio');
    // Between the two levels nothing changes.
    for (const level of [14, 16, 11, 15, 12, 17]) one.stay(level, 60);
    expect(one.said()).toEqual(['threshold arancio']);
    expect(one.level(9).wait(25).asked()).toBeNull();
    expect(one.said()).toEqual(['threshold arancio', 'cleared']);
    expect(one.sentences()[0]).toBe('Acqua a 16 cm, sopra 15 cm per 20 s');
  });

  test('of two that are exceeded at once the graver is asked for, once', () => {
    expect(site().level(31).wait(21).said()).toEqual(['threshold rosso']);
  });

  test('water that rises fast is not waited for', () => {
    const one = site({ rate_per_min: 3 });
    for (const level of [3, 6, 9, 12, 15, 18, 21, 24]) one.level(level, 10);
    expect(one.asked()).toBe('rosso');
    expect(one.said()).toContain('rapid');
    expect(one.sentences().at(-1)).toBe('Acqua a 24 cm, in salita rapida verso 30 cm');
  });

  test('a float that is up asks for its color, and one that is only a witness does not', () => {
    expect(site().level(3).float(1).asked()).toBe('rosso');
    expect(site({ float_color: null }).level(3).float(1).asked()).toBeNull();
    expect(site({ thresholds: [] }).float(1).said()).toEqual(['threshold rosso']);
  });

  test('two of level, float and person must agree where two votes are asked for', () => {
    const two = () => site({ votes: 2 }).float(0).level(31).wait(21);
    expect(two().asked()).toBeNull();
    expect(two().float(1).asked()).toBe('rosso');
    expect(two().seen(true).asked()).toBe('rosso');
    expect(two().seen(false).asked()).toBeNull();
    expect(site({ votes: 2 }).level(3).float(1).seen(true).asked()).toBe('rosso');
    // What a person saw counts for half an hour.
    expect(
      two()
        .seen(true)
        .wait(31 * 60)
        .stay(5, 60)
        .stay(31, 60)
        .asked(),
    ).toBeNull();
  });

  test('one voter alone does not wait for another that was never there', () => {
    expect(site({ votes: 2 }).level(31).wait(21).asked()).toBe('rosso');
  });

  test('after a restart it neither forgets nor says it again', () => {
    const one = site().level(31).wait(21).restart();
    expect(one.asked()).toBe('rosso');
    expect(one.level(32).wait(30).said()).toEqual(['threshold rosso']);
    expect(one.level(3).restart().level(3).wait(30).said()).toEqual(['threshold rosso', 'cleared']);
  });

  test('what the broker kept is shown, and asks for nothing', () => {
    const one = site().kept(80).wait(60);
    expect(one.state().level?.value).toBe(80);
    expect(one.asked()).toBeNull();
  });
});

describe('silence', () => {
  test('is named, and raises where the site chose so', () => {
    const one = site().level(10).wait(361);
    expect(one.said()).toEqual(['silent']);
    expect(one.sentences()).toEqual(['Sensore muto da 6 minuti; ultimo livello saputo: 10 cm']);
    expect(one.level(10).said()).toEqual(['silent', 'heard']);
    expect(site({ silent: 'raise' }).level(10).wait(361).said()).toEqual(['silent giallo']);
  });

  test('counts only while gauges can be heard, and never before a gauge was', () => {
    expect(site().level(10).wait(1000, false).said()).toEqual([]);
    expect(site().wait(1000).said()).toEqual([]);
  });

  test('of nonsense is silence: the height of the water is unknown', () => {
    const one = site({ silent: 'raise' }).level(10).stay(5000, 400);
    expect(one.said()).toEqual(['fault', 'silent giallo']);
    expect(one.sentences()[1]).toBe('Misura fuori scala da 6 minuti; ultimo livello saputo: 10 cm');
  });

  test('does not end what the water asked for', () => {
    expect(site().level(31).wait(21).wait(1000).asked()).toBe('rosso');
  });
});

describe('faults', () => {
  const faultOf = (one: ReturnType<typeof site>) => one.state().fault?.kind;

  test('a single leap counts for nothing, one that goes on counts', () => {
    const spike = site().stay(5, 60).level(120, 10).level(5, 10).stay(5, 60);
    expect(spike.asked()).toBeNull();
    expect(spike.state().level?.value).toBe(5);
    expect(site().stay(5, 60).level(60, 10).level(62, 10).wait(21).asked()).toBe('rosso');
  });

  test('a leap that nothing contradicts counts after one and a half turns', () => {
    const one = site().stay(5, 60).level(60, 10);
    expect(one.wait(14).state().level?.value).toBe(5);
    expect(one.wait(2).state().level?.value).toBe(60);
  });

  test('three contradicted leaps in ten minutes are unstable', () => {
    const one = site().stay(5, 60);
    for (let times = 0; times < 3; times += 1) one.level(150, 10).level(5, 10);
    expect(faultOf(one)).toBe('instabile');
    expect(faultOf(one.stay(5, 11 * 60))).toBeUndefined();
  });

  test('a measure that the gauge itself doubts, or that cannot be, counts for nothing', () => {
    expect(faultOf(site().level(5).level(31, 1, { isGood: false }))).toBe('dubbia');
    expect(faultOf(site().level(5).level(-400))).toBe('fuori scala');
    expect(faultOf(site().level(5).level(-400).level(5))).toBeUndefined();
    expect(site().level(5).level(2000).wait(60).asked()).toBeNull();
  });

  test('a level that stays the same for six hours is stuck, unless the site is dry', () => {
    expect(faultOf(site().stay(8, 6 * 3600 + 60, 60))).toBe('ferma');
    expect(faultOf(site().stay(1, 6 * 3600 + 60, 60))).toBeUndefined();
  });

  test('a zero that has moved is named after three days', () => {
    const one = site(null);
    for (let hour = 0; hour < 4 * 24; hour += 1) one.level(8 + (hour % 3), 3600);
    expect(faultOf(one)).toBe('deriva');
  });

  test('a float and a level that disagree for a minute are named', () => {
    expect(faultOf(site({ float_color: null }).level(3).float(1).stay(3, 70))).toBe('in disaccordo');
  });

  test('a zero that a network leaves out counts only once a level was said', () => {
    const unproven = site().level(0, 1, { isImplied: true });
    expect(unproven.state().level).toBeNull();
    expect(site().level(4).level(0, 60, { isImplied: true }).state().level?.value).toBe(0);
  });

  test('what was measured long ago says nothing of now', () => {
    expect(
      site()
        .level(3)
        .level(40, 1, { at: START - HOUR_MS })
        .wait(30)
        .asked(),
    ).toBeNull();
  });
});

test('thresholds are told what is wrong with them', () => {
  const [arancio, rosso] = RULE.thresholds as [SiteRule['thresholds'][0], SiteRule['thresholds'][0]];
  expect(thresholdsFault([arancio, rosso])).toBeUndefined();
  expect(thresholdsFault([rosso, arancio])).toMatch(/dal colore più lieve/);
  expect(thresholdsFault([arancio, { ...rosso, at: 12, clear_at: 2 }])).toMatch(/sopra quella del arancio/);
  expect(thresholdsFault([{ ...rosso, at: 30.5, clear_at: 31 }])).toMatch(/deve stare sotto 30,5 cm/);
});

/** What a river, a board, a network and a person may do, one after the other. */
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('level' as const), value: fc.integer({ min: -30, max: 120 }) }),
  fc.record({ do: fc.constant('float' as const), value: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ do: fc.constant('wait' as const), value: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ do: fc.constant('restart' as const), value: fc.constant(0) }),
);
const anyRule = fc.record({
  votes: fc.constantFrom(1 as const, 2 as const),
  silent: fc.constantFrom('alarm' as const, 'raise' as const),
  rate_per_min: fc.option(fc.integer({ min: 1, max: 10 })),
  float_color: fc.option(fc.constantFrom('giallo' as const, 'rosso' as const)),
});

function take(one: ReturnType<typeof site>, { do: what, value }: { do: string; value: number }): void {
  if (what === 'level') one.level(value, 7);
  else if (what === 'float') one.float(value === 1 ? 1 : 0);
  else if (what === 'wait') one.wait(value);
  else one.restart();
}

test('whatever happens, a graver color is asked for, or one again after it ended; and events are numbered', () => {
  fc.assert(
    fc.property(anyRule, fc.array(anyStep, { maxLength: 60 }), (rule, steps) => {
      const one = site(rule);
      for (const step of steps) take(one, step);
      expect(one.state().events).toBe(one.said().length);
      const gravities = one
        .said()
        .filter((what) => what === 'cleared' || what.startsWith('threshold'))
        .map((what) => ['cleared', 'threshold giallo', 'threshold arancio', 'threshold rosso'].indexOf(what));
      for (const [index, gravity] of gravities.entries())
        expect(gravity === 0 || gravity > (gravities[index - 1] ?? 0)).toBe(true);
    }),
    { numRuns: 300 },
  );
});
