import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createStoredAcknowledgements } from './stored-acknowledgements.ts';

function createStage() {
  const acknowledged: number[][] = [];
  const acknowledgements = createStoredAcknowledgements((ids) => acknowledged.push([...ids]));
  return { ...acknowledgements, acknowledged };
}

function createCommit() {
  let store: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const stored = new Promise<void>((resolve, reject) => {
    store = resolve;
    fail = reject;
  });
  return { stored, store, fail };
}

test('messages are acknowledged when they are stored, all of a commit together', async () => {
  const { add, acknowledged } = createStage();
  const { stored, store } = createCommit();
  for (const id of [7, 8, 9]) add(id, stored);
  await nextTurn();
  expect(acknowledged).toEqual([]);
  store();
  await nextTurn();
  await nextTurn();
  expect(acknowledged).toEqual([[7, 8, 9]]);
});

test('a message is acknowledged after those that arrived before it', async () => {
  const { add, acknowledged } = createStage();
  const [first, second] = [createCommit(), createCommit()];
  add(1, undefined);
  add(2, first.stored);
  add(3, second.stored);
  add(4, undefined);
  second.store();
  await nextTurn();
  await nextTurn();
  expect(acknowledged.flat()).toEqual([1]);
  first.store();
  await nextTurn();
  await nextTurn();
  expect(acknowledged.flat()).toEqual([1, 2, 3, 4]);
});

test('a message that could not be stored is never acknowledged, nor is any after it', async () => {
  const { add, acknowledged, heldUpBy } = createStage();
  const { stored, fail } = createCommit();
  add(1, stored);
  add(2, undefined);
  expect(heldUpBy()).toBeUndefined();
  fail(new Error('disk full'));
  await nextTurn();
  add(3, Promise.resolve());
  await nextTurn();
  await nextTurn();
  expect(acknowledged).toEqual([]);
  expect(heldUpBy()).toBeDefined();
});

test('what holds up the messages is told once the broker may send no more', async () => {
  const { add, heldUpBy } = createStage();
  const { stored, store } = createCommit();
  for (let id = 1; id < 20; id += 1) add(id, stored);
  expect(heldUpBy()).toBeUndefined();
  add(20, stored);
  const obstacle = heldUpBy();
  expect(obstacle).toBeDefined();
  expect(heldUpBy()).toBe(obstacle);
  store();
  await nextTurn();
  await nextTurn();
  expect(heldUpBy()).toBeUndefined();
});
