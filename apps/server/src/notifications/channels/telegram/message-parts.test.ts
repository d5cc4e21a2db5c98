import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MESSAGE_LENGTH, messageParts } from './message-parts.ts';

test('a short text is one message', () => {
  expect(messageParts('Semaforo 1: errore')).toEqual(['Semaforo 1: errore']);
});

test('a blank text makes no message', () => {
  expect(messageParts(' \n ')).toEqual([]);
});

test('a long list is split between its lines', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `Semaforo ${index}: in errore`);
  const parts = messageParts(lines.join('\n'));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap((part) => part.split('\n'))).toEqual(lines);
});

test('a long line is split between its words', () => {
  const words = Array.from({ length: 2000 }, (_, index) => `parola${index}`);
  expect(messageParts(words.join(' ')).flatMap((part) => part.split(' '))).toEqual(words);
});

test('a word that is too long for a message is split, and no short message is left before it', () => {
  const parts = messageParts(`In errore:\n• ${'x'.repeat(5000)}: rotto`);
  expect(parts.map((part) => part.length)).toEqual([MAX_MESSAGE_LENGTH, 5000 + 20 - MAX_MESSAGE_LENGTH]);
});

test('a split never cuts a character in two', () => {
  const parts = messageParts(`a${'🟠'.repeat(5000)}`);
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
});

test('any text becomes messages that are neither too long nor empty, and loses only white space', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('\n', ' ', '🔴', 'x'.repeat(3000)));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const parts = messageParts(text);
      expect(parts.every((part) => part.length > 0 && part.length <= MAX_MESSAGE_LENGTH)).toBe(true);
      expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});
