import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeviceTopic, splitMessageTopic } from './device-key.ts';

const LETTERS = [...'ABCXYZabcxyz0189_.-'];
const segment = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 64 });
const key = fc.array(segment, { minLength: 3, maxLength: 3 }).map((segments) => `/${segments.join('/')}`);

test('any three segments of letters, digits, _ . - are a topic', () => {
  fc.assert(fc.property(key, isDeviceTopic));
});

test('a topic with one character outside the grammar is refused, wherever the character is', () => {
  const stranger = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
  fc.assert(
    fc.property(key, stranger, fc.nat(), (topic, sign, place) => {
      fc.pre(!/^[A-Za-z0-9_.\-/]$/.test(sign));
      const at = place % (topic.length + 1);
      return !isDeviceTopic(topic.slice(0, at) + sign + topic.slice(at));
    }),
  );
});

test.each([
  '',
  '/',
  '3/comune/s1',
  '/3/comune',
  '/3/comune/',
  '/3//s1',
  '//comune/s1',
  '/3/comune/s1/',
  '/3/comune/s1/out1',
  '/3/+/s1',
  '/3/comune/#',
  '/#',
  '/$SYS/comune/s1',
  '$SYS/comune/s1',
  '/3/comune/s1\0',
  '/3/comune/s1\n',
  '/3/comune/s 1',
  '/3/città/s1',
  `/3/comune/${'s'.repeat(65)}`,
])('%j is no topic', (text) => {
  expect(isDeviceTopic(text)).toBe(false);
});

test('a message topic splits into the key, its first three segments, and the channel, all that follows', () => {
  fc.assert(
    fc.property(key, fc.string({ minLength: 1 }), (deviceKey, channel) => {
      expect(splitMessageTopic(`${deviceKey}/${channel}`)).toEqual({ key: deviceKey, channel });
    }),
  );
  expect(splitMessageTopic('/3/comune/s1/out1/set')).toEqual({ key: '/3/comune/s1', channel: 'out1/set' });
});

test.each(['', '/', '3/comune/s1/out1', '/3/comune/s1', '/3/comune/s1/', '/3/comune'])(
  '%j is no message of a device',
  (topic) => {
    expect(splitMessageTopic(topic)).toBeUndefined();
  },
);
