import { expect, test } from 'vitest';
import { createLampWords } from './lamp-words.ts';

test('a lamp of which nothing was said may only count as never spoken of', () => {
  expect(createLampWords().lastOnes()).toEqual(new Set([undefined]));
});

test('an acknowledged word replaces all before it', () => {
  const words = createLampWords();
  words.said(true, 1);
  words.said(false, 2).ackedAt = 3;
  expect(words.lastOnes()).toEqual(new Set([false]));
  expect(words.saidOn(true)).toBe(true);
});

test('a word without acknowledgement may have arrived or not', () => {
  const words = createLampWords();
  words.said(true, 1);
  expect(words.lastOnes()).toEqual(new Set([undefined, true]));
  words.said(false, 2).ackedAt = 3;
  words.said(true, 4);
  expect(words.lastOnes()).toEqual(new Set([false, true]));
});

test('what counted at any moment since then is remembered', () => {
  const words = createLampWords();
  words.said(true, 1).ackedAt = 2;
  words.said(false, 10).ackedAt = 11;
  expect(words.lastOnesSince(5)).toEqual(new Set([true, false]));
  expect(words.lastOnesSince(11)).toEqual(new Set([false]));
});

test('a broker that ends loses what the server had not taken over, and nothing else', () => {
  const words = createLampWords();
  words.said(true, 1).ackedAt = 2;
  words.said(false, 3).ackedAt = 4;
  words.stored(true);
  words.lostByBroker();
  expect(words.lastOnes()).toEqual(new Set([true, false]));
  words.said(true, 5).ackedAt = 6;
  expect(words.lastOnes()).toEqual(new Set([true]));
});

test('what the broker took over and lost stays lost, though its acknowledgement is read only after its end', () => {
  const words = createLampWords();
  words.said(false, 1).ackedAt = 2;
  words.stored(false);
  const lost = words.said(true, 3);
  words.lostByBroker();
  words.acknowledged(lost, 4);
  expect(words.lastOnes()).toEqual(new Set([false, true]));
  words.stored(true);
  words.acknowledged(lost, 5);
  expect(words.lastOnes()).toEqual(new Set([true]));
});
