import { describe, expect, test } from 'vitest';
import { formatMessage, formatNames, formatTime } from './messages.ts';

/** 15:32 in Rome. */
const EXPIRES_AT = Date.parse('2026-11-21T14:32:00Z');

test('a long list of names ends with how many others there are', () => {
  expect(formatNames(['a'])).toBe('a');
  expect(formatNames(['a', 'b', 'c', 'd'], 3)).toBe('a, b, c, d');
  expect(formatNames(['a', 'b', 'c', 'd', 'e'], 3)).toBe('a, b, c e altri 2');
  const thousand = Array.from({ length: 2003 }, (_, index) => `s${index}`);
  expect(formatNames(thousand, 3)).toBe('s0, s1, s2 e altri 2.000');
});

test('a time is written in the time zone of Rome', () => {
  expect(formatTime(Date.parse('2026-11-21T13:32:00Z'))).toBe('14:32 del 21/11/2026');
  expect(formatTime(Date.parse('2026-07-01T22:05:00Z'))).toBe('00:05 del 02/07/2026');
});

const AT_SIX_IN_ROME = Date.parse('2026-11-21T17:00:00Z');

describe('the notice of a command that was not confirmed', () => {
  const ended = { createdAt: AT_SIX_IN_ROME, total: 12, failed: { count: 2, names: 'Piazza, Ponte' } };
  const WHO = '2 dispositivi su 12 non hanno confermato: Piazza, Ponte';

  test('of a person speaks of a command', () => {
    expect(formatMessage('command', { ...ended, origin: 'operatore', value: 'rosso' }).text).toBe(
      `❗ Comando rosso delle 18:00 del 21/11/2026: ${WHO}`,
    );
  });

  test('of a schedule speaks of the schedule', () => {
    expect(formatMessage('command', { ...ended, origin: 'pianificazione', value: 'rosso' }).text).toBe(
      `❗ Pianificazione rosso delle 18:00 del 21/11/2026: ${WHO}`,
    );
  });

  test('that gave each device its former color speaks of a restore', () => {
    expect(formatMessage('command', { ...ended, origin: 'ripristino', value: null }).text).toBe(
      `❗ Ripristino delle 18:00 del 21/11/2026: ${WHO}`,
    );
  });
});

test('who is to approve reads who asks, for how much and until when', () => {
  const requested = { kind: 'comando', username: 'anna', total: 1, expiresAt: EXPIRES_AT } as const;
  const { text } = formatMessage('approval', requested);
  expect(text).toBe(
    'Rosso: serve una seconda persona\nanna chiede il rosso per 1 dispositivo. ' +
      `Si conferma o si rifiuta nella console, entro le ${formatTime(EXPIRES_AT)}.`,
  );
});
