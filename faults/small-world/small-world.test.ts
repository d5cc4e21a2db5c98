import { stepDelivery } from '@semaforo/contract/domain/device/step-delivery';
import { expect, test } from 'vitest';
import { explore } from './explore.ts';
import { actionsOf, type Bounds, firstWorld, judge, keyOf, type Step } from './world.ts';

const ONE_COMMAND = { devices: 1, commands: 1, faults: 1, isSilentBroker: false };

function exploreWith(bounds: Bounds, step: Step) {
  return explore(firstWorld(bounds), {
    actionsOf: (world) => actionsOf(world, step),
    keyOf,
    judge,
    mostStates: 100_000,
  });
}

test.each([
  ONE_COMMAND,
  { ...ONE_COMMAND, isSilentBroker: true },
  { ...ONE_COMMAND, commands: 2, faults: 0 },
  { ...ONE_COMMAND, devices: 2, faults: 0 },
])('every history of a small world keeps what is promised: %o', (bounds) => {
  expect(exploreWith(bounds, stepDelivery)).toMatchObject({ violation: null, isWhole: true });
});

/** The step with one belief that is wrong. */
const WRONG: Record<string, { step: Step; sentence: string }> = {
  'takes any report for an answer': {
    step: (delivery, event, known) => {
      const isReport = event.type === 'reported';
      const acknowledged = delivery.plan.writes.map(({ channel }) => channel);
      return stepDelivery(isReport ? { ...delivery, acknowledged } : delivery, event, known);
    },
    sentence: 'confirmed, and the device did not say so after the broker had the command',
  },
  'takes what nobody received for received': {
    step: (delivery, event, known) =>
      stepDelivery(
        delivery,
        event.type === 'written' && event.outcome === 'nobody' ? { ...event, outcome: 'received' } : event,
        known,
      ),
    sentence: 'a lamp is put out before the new one was received',
  },
  'has no window': {
    step: (delivery, event, known) => stepDelivery(delivery, event, { ...known, confirmMs: 60_000 }),
    sentence: 'a delivery never ends',
  },
};

test.each(Object.entries(WRONG))(
  'a step that %s is found, with the way to it',
  (_what, { step, sentence }) => {
    const { violation } = exploreWith(ONE_COMMAND, step);
    expect(violation?.sentence).toBe(sentence);
    expect(violation?.path.length).toBeGreaterThan(1);
  },
);
