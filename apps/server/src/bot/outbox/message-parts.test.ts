import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MESSAGE_LENGTH, messageParts } from './message-parts.ts';

test('a short text is one message', () => {
  expect(messageParts('Semaforo 1: errore')).toEqual(['Semaforo 1: errore']);
});

test('a text without anything to say is no message', () => {
  expect(messageParts(' \n ')).toEqual([]);
});

test('a long list is cut between its lines', () => {
  const lines = Array.from({ length: 1000 }, (_, index) => `Semaforo ${index}: in errore`);
  const parts = messageParts(lines.join('\n'));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap((part) => part.split('\n'))).toEqual(lines);
});

test('a long line is cut between its words', () => {
  const words = Array.from({ length: 2000 }, (_, index) => `parola${index}`);
  expect(messageParts(words.join(' ')).flatMap((part) => part.split(' '))).toEqual(words);
});

test('a word that is too long for a message leaves nothing alone before it', () => {
  const parts = messageParts(`In errore:\n• ${'x'.repeat(5000)}: rotto`);
  expect(parts.map((part) => part.length)).toEqual([MAX_MESSAGE_LENGTH, 5000 + 20 - MAX_MESSAGE_LENGTH]);
});

test('no character is cut in two', () => {
  const parts = messageParts(`a${'🟠'.repeat(5000)}`);
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
});

test('whatever the text, no message is too long or empty and nothing but space is lost', () => {
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
