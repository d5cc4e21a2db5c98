import { expect, test } from 'vitest';
import { deviceRecord } from '../../test/device-record.ts';
import { groupByFilter } from '../list/device-filter.ts';
import { countSignals } from './signal-counts.ts';

const SIGNALS = [
  deviceRecord({ pending: 'rosso' }),
  deviceRecord({ status: 'giallo', stale: true }),
  deviceRecord({ status: 'rosso' }),
  deviceRecord({ status: 'arancio', error: true }),
  deviceRecord({ status: 'spento' }),
  deviceRecord({ status: null }),
];

test('signals are counted by what they show: pending and stale in their colour, errors apart', () => {
  expect(countSignals(SIGNALS, true)).toEqual({
    verde: 1,
    giallo: 1,
    arancio: 0,
    rosso: 1,
    spento: 1,
    error: 1,
    noData: 1,
    pending: 1,
    stale: 1,
  });
});

test('the numbers stay when the link goes down, and everything known is stale', () => {
  expect(countSignals(SIGNALS, false)).toMatchObject({ verde: 1, giallo: 1, rosso: 1, stale: 4, pending: 0 });
});

test('a signal without a confirmed state is to be confirmed, unless it is in error', () => {
  const { error, unconfirmed } = groupByFilter(SIGNALS, true);
  expect(error).toHaveLength(1);
  expect(unconfirmed.map(({ status }) => status)).toEqual(['verde', 'giallo', null]);
});
