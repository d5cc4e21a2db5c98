import { expect, test } from 'vitest';
import { plannedMoment } from './planned-moment.ts';

const NOW = Date.parse('2026-11-21T19:36:00.000Z');

test.each([
  ['2026-12-03', '21:05', 'giovedì 3 dicembre 2026, ore 21:05, fra 12 giorni', false],
  ['2026-11-22', '00:00', 'domenica 22 novembre 2026, ore 00:00, fra 3 ore e 24 minuti', false],
  ['2026-11-20', '10:00', 'venerdì 20 novembre 2026, ore 10:00, già passata', false],
  ['2027-03-28', '02:30', 'Quest’ora non esiste: quella notte si passa all’ora legale.', true],
  [
    '2027-10-31',
    '02:30',
    'Quest’ora viene due volte: quella notte torna l’ora solare. Scegli un’altra ora.',
    true,
  ],
])('%s at %s is said in words', (day, time, words, refused) => {
  expect(plannedMoment(day, time, NOW)).toEqual({ words, refused });
});

test('nothing is said while one of the two is missing', () => {
  expect(plannedMoment('2026-12-03', '', NOW)).toBeUndefined();
  expect(plannedMoment('', '21:05', NOW)).toBeUndefined();
});
