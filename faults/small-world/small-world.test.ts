import { stepDelivery } from '@semaforo/contract/domain/device/step-delivery';
import { expect, test } from 'vitest';
import { explore } from './explore.ts';
import { actionsOf, assert, type Bounds, firstModel, keyOf, type Step } from './model.ts';

const ONE_COMMAND = { devices: 1, commands: 1, faults: 1, owners: 1, isSilentBroker: false };

/** Of greater worlds only the beginning: `npm run faults -- small-world` visits them whole. */
const MOST_STATES = 10_000;

function exploreWith(bounds: Bounds, step: Step) {
  return explore(firstModel(bounds), {
    actionsOf: (model) => actionsOf(model, step),
    keyOf,
    assert,
    mostStates: MOST_STATES,
  });
}

test.each([
  { ...ONE_COMMAND, faults: 0 },
  { ...ONE_COMMAND, faults: 0, isSilentBroker: true },
  { ...ONE_COMMAND, devices: 2, faults: 0 },
])('every history of a small world keeps what is promised: %o', (bounds) => {
  expect(exploreWith(bounds, stepDelivery)).toMatchObject({ violation: null, isWhole: true });
});

test.each([
  ONE_COMMAND,
  { ...ONE_COMMAND, isSilentBroker: true },
  { ...ONE_COMMAND, commands: 2 },
  { ...ONE_COMMAND, owners: 2 },
])('every short history of a greater world keeps what is promised: %o', (bounds) => {
  const { violation, states } = exploreWith(bounds, stepDelivery);
  expect(violation).toBeNull();
  expect(states).toBeGreaterThan(MOST_STATES);
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
  'goes on after another server took the device': {
    step: (delivery, event, known) =>
      event.type === 'ownership-lost' ? { delivery, effects: [] } : stepDelivery(delivery, event, known),
    sentence: 'a server that lost a device goes on writing to it',
  },
  'has no window': {
    step: (delivery, event, known) => stepDelivery(delivery, event, { ...known, confirmMs: 60_000 }),
    sentence: 'a delivery never ends',
  },
};

test.each(Object.entries(WRONG))(
  'a step that %s is found, with the way to it',
  (_what, { step, sentence }) => {
    const { violation } = exploreWith({ ...ONE_COMMAND, owners: 2 }, step);
    expect(violation?.sentence).toBe(sentence);
    expect(violation?.path.length).toBeGreaterThan(1);
  },
);
