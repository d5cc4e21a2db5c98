import { expect, test } from 'vitest';
import { formatMoments, formatRepeat, formatTimes } from './describe-plan.ts';

test.each([
  ['12:00', '14:00', 'dalle 12:00 alle 14:00'],
  ['12:00', null, 'alle 12:00'],
  ['tramonto', 'alba', 'dal tramonto all’alba'],
  ['tramonto-30', null, '30 minuti prima del tramonto'],
  ['tramonto+1', '23:00', 'da 1 minuto dopo il tramonto alle 23:00'],
  ['tramonto', 'alba-10', 'dal tramonto a 10 minuti prima dell’alba'],
])('%s to %s in words', (begin, end, words) => {
  expect(formatMoments({ begin, end })).toBe(words);
});

test('how a plan repeats in words', () => {
  const rule = { repeat: 'giorno', every: 1, days: [], dates: [] } as const;
  const words = (more: object) => formatRepeat({ ...rule, days: [], dates: [], ...more });
  expect(words({})).toBe('ogni giorno');
  expect(words({ every: 3 })).toBe('ogni 3 giorni');
  expect(words({ repeat: 'settimana', days: ['dom', 'ven'] })).toBe('ogni settimana: venerdì e domenica');
  expect(words({ repeat: 'settimana', every: 2, days: ['lun'] })).toBe('ogni 2 settimane: lunedì');
  expect(words({ repeat: 'date', dates: ['2026-12-25'] })).toBe('in 1 data');
});

test('a time of a plan is that of Rome', () => {
  const time = {
    day: '2026-11-22',
    begin: '2026-11-22T15:40:00.000Z',
    end: '2026-11-23T06:25:00.000Z',
    moved: false,
  };
  expect(formatTimes(time)).toEqual({ day: 'domenica 22 novembre 2026', times: '16:40 – 07:25' });
});
