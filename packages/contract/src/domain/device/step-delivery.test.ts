import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeviceStatus, writesFor } from '../channels.ts';
import { mayBecome } from '../delivery-state.ts';
import { applyReport, NEVER_REPORTED } from '../live-message.ts';
import { createDelivery, type Delivery, mayBeWritten, stateOfDelivery } from './delivery.ts';
import { type DeliveryEvent, type DeliveryStep, stepDelivery, wakeAt } from './step-delivery.ts';

const DEVICE = { type: 'semaforo', key: '/3/comune/s1' } as const;
const CONFIRM_MS = 5000;
const HISTORIES = 5000;
const STEPS = 200;

const CHANNELS = ['out1', 'out2', 'out3', 'out4'] as const;
const OUTCOMES = ['received', 'nobody', 'unknown', 'lost', 'rejected'] as const;
const EVENTS: readonly DeliveryEvent[] = [
  { type: 'turn' },
  { type: 'heard' },
  { type: 'tick' },
  { type: 'link-down' },
  { type: 'link-up' },
  { type: 'ownership-gained' },
  { type: 'accepted', linkUp: false },
  ...[true, false].map((deviceReported) => ({ type: 'handed-over', deviceReported }) as const),
  ...CHANNELS.flatMap((channel) => [
    { type: 'acknowledged', channel } as const,
    ...['0', '1'].map((payload) => ({ type: 'reported', channel, payload }) as const),
    ...OUTCOMES.map(
      (outcome) => ({ type: 'written', channel, outcome, mayGoOn: outcome === 'lost' }) as const,
    ),
  ]),
];
/** These end a delivery at once: they come seldom, or few histories would have anything else. */
const ENDS: readonly DeliveryEvent[] = [
  { type: 'superseded' },
  { type: 'withdrawn', reason: 'fermato' },
  { type: 'abandoned', reason: 'cambiato' },
  { type: 'ownership-lost' },
];

type Taken = { before: Delivery; event: DeliveryEvent; now: number; step: DeliveryStep; again: DeliveryStep };

/** Lives a history that the numbers choose, and calls back with each step, and with the same event once more. */
function live(value: DeviceStatus, numbers: Iterable<number>, visit: (taken: Taken) => void): void {
  let now = 0;
  let reported = NEVER_REPORTED;
  let delivery = createDelivery({
    device: DEVICE,
    value,
    writes: writesFor('semaforo', DEVICE.key, value),
    acceptedAt: 0,
    deadlineAt: 10_000,
    usualDeadlineAt: 10_000,
    waitsForDevice: value === 'giallo',
  });
  for (const number of numbers) {
    now += number % 3 === 0 ? number % 700 : 0;
    const list = number % 101 === 0 ? ENDS : EVENTS;
    const event = list[number % list.length];
    if (!event) continue;
    if (event.type === 'reported') {
      const message = { channel: event.channel, payload: event.payload, retained: false };
      reported = applyReport(DEVICE, reported, { message, now, session: 1 }) ?? reported;
    }
    const known = { now, lamps: reported.lamps, confirmMs: CONFIRM_MS };
    const before = delivery;
    const step = stepDelivery(before, event, known);
    visit({ before, event, now, step, again: stepDelivery(step.delivery, event, known) });
    delivery = step.delivery;
  }
}

/** Numbers that look random, the same for a seed. */
function* numbersOf(seed: number): Generator<number> {
  let state = seed;
  for (let count = 0; count < STEPS; count += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

const VALUES = ['verde', 'giallo', 'rosso', 'spento'] as const;

/** What must hold of each step, by its sentence. */
const PROMISES: Record<string, (taken: Taken) => boolean> = {
  'a state has only its own successors': ({ before, step }) => {
    const [was, is] = [stateOfDelivery(before), stateOfDelivery(step.delivery)];
    return was === is || mayBecome(was, is);
  },
  'nothing is written that may not be': ({ step: { delivery, effects }, now }) =>
    mayBeWritten(delivery, now) || effects.every(({ type }) => type !== 'publish'),
  'a report confirms, after the acknowledgement of the new lamp': ({ before, event, step: { delivery } }) => {
    if (delivery.result.state !== 'confirmed' || before.result.state === 'confirmed') return true;
    const lamp = delivery.plan.writes.find(({ payload }) => payload === '1')?.channel;
    return event.type === 'reported' && (lamp === undefined || before.acknowledged.includes(lamp));
  },
  'the same report twice has the effect of one': ({ event, step, again }) =>
    event.type !== 'reported' || (again.delivery === step.delivery && again.effects.length === 0),
  'time goes on': ({ event, now, step }) =>
    event.type !== 'tick' || (wakeAt(step.delivery) ?? Infinity) > now,
};

function brokenBy(taken: Taken): string | undefined {
  return Object.entries(PROMISES).find(([, holds]) => !holds(taken))?.[0];
}

test('of a million steps in random histories, each keeps what is promised', () => {
  const reached = new Set<string>();
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const value = VALUES[seed % VALUES.length] ?? 'rosso';
    live(value, numbersOf(seed), (taken) => {
      const broken = brokenBy(taken);
      if (broken !== undefined) throw new Error(`not so: ${broken} (seed ${seed}, ${taken.event.type})`);
      reached.add(taken.step.delivery.phase.name).add(taken.step.delivery.result.state);
    });
  }
  const phases = ['queued', 'lighting', 'unreceived', 'unanswered', 'darkening', 'written', 'stopped'];
  const results = ['open', 'confirmed', 'failed', 'expired', 'superseded', 'withdrawn'];
  expect([...reached].toSorted()).toEqual([...phases, ...results].toSorted());
});

test('a history that fails is shrunk to the events that matter', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...VALUES),
      fc.array(fc.nat(100_000), { maxLength: 60 }),
      (value, numbers) => {
        live(value, numbers, (taken) => expect(brokenBy(taken)).toBeUndefined());
      },
    ),
    { numRuns: 500 },
  );
});

test('left alone, every delivery ends within its deadline and its window', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    let last: { delivery: Delivery; now: number } | undefined;
    live('rosso', numbersOf(seed), ({ step, now }) => {
      last ??= { delivery: step.delivery, now };
      if (now < 4000) last = { delivery: step.delivery, now };
    });
    let { delivery, now } = last ?? expect.fail('no step was taken');
    for (let at = wakeAt(delivery); at !== null && now <= 20_000; at = wakeAt(delivery)) {
      now = Math.max(now, at);
      delivery = stepDelivery(delivery, { type: 'tick' }, { now, lamps: {}, confirmMs: CONFIRM_MS }).delivery;
    }
    expect(now).toBeLessThanOrEqual(15_000);
    expect(delivery.result.state).not.toBe('open');
  }
});

test('that nobody was there is the reason at the end of a window that is longer than the deadline', () => {
  const known = { lamps: {}, confirmMs: 60_000 };
  const writes = writesFor('semaforo', DEVICE.key, 'rosso');
  const times = { acceptedAt: 0, deadlineAt: 10_000, usualDeadlineAt: 10_000 };
  let delivery = createDelivery({ device: DEVICE, value: 'rosso', writes, ...times, waitsForDevice: false });
  for (const event of [
    { type: 'turn' },
    { type: 'handed-over', deviceReported: true },
    { type: 'written', channel: 'out4', outcome: 'nobody' },
  ] as const) {
    delivery = stepDelivery(delivery, event, { ...known, now: 0 }).delivery;
  }
  for (let at = wakeAt(delivery); at !== null; at = wakeAt(delivery)) {
    const { effects, delivery: next } = stepDelivery(delivery, { type: 'tick' }, { ...known, now: at });
    delivery = next;
    if (effects.length === 0) continue;
    const taken = stepDelivery(delivery, { type: 'turn' }, { ...known, now: at }).delivery;
    const outcome = { type: 'written', channel: 'out4', outcome: 'nobody' } as const;
    delivery = stepDelivery(taken, outcome, { ...known, now: at }).delivery;
  }
  expect(delivery.result).toMatchObject({
    state: 'failed',
    reason: 'Il dispositivo non è collegato al broker',
  });
});
