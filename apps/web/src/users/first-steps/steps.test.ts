import type { FirstSteps } from '@semaforo/contract/api/first-steps';
import { expect, test } from 'vitest';
import { isUnderWay } from './first-steps.queries.ts';
import { stepsOf } from './steps.ts';

const NOTHING: FirstSteps = {
  passwordChanged: false,
  town: null,
  device: null,
  lampConfirmed: false,
  severalHeard: false,
};
const TOWN = { id: 3, username: 'valdombra' };
const DEVICE = { id: 7, name: 'Piazza', topic: '/3/val/s1', heard: false };

const statesOf = (facts: Partial<FirstSteps>) => stepsOf({ ...NOTHING, ...facts }).map(({ state }) => state);
const third = (facts: Partial<FirstSteps>) => stepsOf({ ...NOTHING, ...facts })[2];

test('the first step that is missing is the one to do now, those after it come later', () => {
  expect(statesOf({})).toEqual(['now', 'later', 'later', 'later']);
  expect(statesOf({ passwordChanged: true, town: TOWN })).toEqual(['done', 'done', 'now', 'later']);
  expect(statesOf({ town: TOWN, device: { ...DEVICE, heard: true } })).toEqual([
    'now',
    'done',
    'done',
    'later',
  ]);
});

test('a device is connected once it was heard; until then its page is where it gets its credentials', () => {
  expect(third({})?.action).toBeUndefined();
  expect(third({ town: TOWN })?.action?.label).toBe('Registra il primo');
  const registered = third({ town: TOWN, device: DEVICE });
  expect(registered?.text).toContain('Piazza è registrato e non ha ancora parlato');
  expect(registered?.action?.to).toBe('/devices/7');
  expect(third({ town: TOWN, device: { ...DEVICE, heard: true } })?.state).toBe('done');
});

test('the list is there until a device has confirmed a command', () => {
  expect(isUnderWay({ ...NOTHING, town: TOWN, device: DEVICE })).toBe(true);
  expect(isUnderWay({ ...NOTHING, town: TOWN, device: DEVICE, lampConfirmed: true })).toBe(false);
  expect(isUnderWay({ ...NOTHING, town: TOWN, device: DEVICE, severalHeard: true })).toBe(false);
});
