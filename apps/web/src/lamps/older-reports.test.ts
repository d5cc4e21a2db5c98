import { lampsWith } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { olderReports } from './older-reports.ts';

const OLD = { fresh: false, said_at: '2026-11-20T01:46:00.000Z' };

test('lamps known from before are named together, from the top, with when they said it', () => {
  const lamps = lampsWith({
    arancio: { on: true },
    giallo: { ...OLD, said_at: '2026-11-20T01:45:30.000Z' },
    verde: OLD,
  });
  expect(olderReports(lamps)).toEqual([{ lamps: ['giallo', 'verde'], reportedAt: OLD.said_at }]);
});

test('lamps that spoke at other times are named apart, the newest first; one without a time last', () => {
  const lamps = lampsWith({
    rosso: { fresh: false, said_at: null },
    giallo: { ...OLD, said_at: '2026-11-19T01:00:00.000Z' },
    verde: OLD,
  });
  expect(olderReports(lamps).map(({ lamps: named }) => named)).toEqual([['verde'], ['giallo'], ['rosso']]);
});

test('nothing is said of lamps of one age, nor of a lamp never heard', () => {
  const never = { on: null, said_at: null, fresh: false };
  expect(olderReports(lampsWith({ rosso: never }))).toEqual([]);
  expect(olderReports(lampsWith({ verde: OLD, giallo: OLD, arancio: OLD, rosso: OLD }))).toEqual([]);
});
