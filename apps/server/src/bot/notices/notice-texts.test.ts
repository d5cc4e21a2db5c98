import { describe, expect, test } from 'vitest';
import { commandText } from './notice-texts.ts';

const AT_SIX_IN_ROME = Date.parse('2026-11-21T17:00:00Z');

describe('the notice of a command that was not confirmed', () => {
  const ended = { createdAt: AT_SIX_IN_ROME, total: 12, failed: ['Piazza', 'Ponte'] };
  const WHO = '2 dispositivi su 12 non hanno confermato: Piazza, Ponte';

  test('of a person speaks of a command', () => {
    expect(commandText({ ...ended, origin: 'operatore', value: 'rosso' })).toBe(
      `❗ Comando rosso delle 18:00 del 21/11/2026: ${WHO}`,
    );
  });

  test('of a schedule speaks of the schedule', () => {
    expect(commandText({ ...ended, origin: 'pianificazione', value: 'rosso' })).toBe(
      `❗ Pianificazione rosso delle 18:00 del 21/11/2026: ${WHO}`,
    );
  });

  test('that gave each device its former color speaks of a restore', () => {
    expect(commandText({ ...ended, origin: 'ripristino', value: null })).toBe(
      `❗ Ripristino delle 18:00 del 21/11/2026: ${WHO}`,
    );
  });
});
