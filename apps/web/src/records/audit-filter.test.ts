import { expect, test } from 'vitest';
import { NO_FILTER, toQuery } from './audit-filter.ts';

test('days are those of Rome, the last one to its end, also when daylight saving ends', () => {
  expect(toQuery({ ...NO_FILTER, from: '2026-10-25', to: '2026-10-25' })).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
});

test('a text also finds the actions whose Italian words contain it', () => {
  expect(toQuery({ ...NO_FILTER, text: ' utente creato ' })).toEqual({
    q: 'utente creato',
    actions: 'users.create',
  });
  expect(toQuery({ ...NO_FILTER, text: '10.2.4.18' })).toEqual({ q: '10.2.4.18' });
});

test('no filter asks for everything', () => {
  expect(toQuery(NO_FILTER)).toEqual({});
});
