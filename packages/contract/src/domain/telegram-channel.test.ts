import { expect, test } from 'vitest';
import { isTelegramChannel } from './telegram-channel.ts';

test.each(['@comune_x', '@Valdombra2026', '-1001234567890'])('%s names a channel', (text) => {
  expect(isTelegramChannel(text)).toBe(true);
});

test.each([
  '',
  'comune_x',
  '@abc',
  '@2comune',
  '@comune x',
  `@${'a'.repeat(33)}`,
  '12345',
  '-123',
  'https://t.me/comune_x',
])('%j names none', (text) => {
  expect(isTelegramChannel(text)).toBe(false);
});
