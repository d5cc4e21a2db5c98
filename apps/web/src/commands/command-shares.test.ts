import type { Delivery } from '@semaforo/contract/api/commands';
import { expect, test } from 'vitest';
import { sharesOf } from './command-shares.ts';
import { describeRestored, failuresByReason, formatLeftOut, progressSentence } from './describe-progress.ts';

function delivery(id: number, state: Delivery['state'], changes: Partial<Delivery> = {}): Delivery {
  return { id, deviceId: id, device: `Segnale ${id}`, value: 'rosso', state, reason: null, ...changes };
}

test('a sent delivery is waiting, and so is a device that is not known yet', () => {
  const shares = sharesOf({ deliveries: [delivery(1, 'inviato'), delivery(2, 'fallito')], total: 3 });
  expect(shares.confirmed).toHaveLength(0);
  expect(shares.waiting).toHaveLength(2);
  expect(shares.total).toBe(3);
});

test('a confirmed delivery whose device shows something else now is not counted as confirmed', () => {
  const deliveries = [delivery(1, 'confermato'), delivery(2, 'confermato')];
  const shares = sharesOf({ deliveries, total: 2 }, ({ id }) => id === 2);
  expect(shares.confirmed.map(({ key }) => key)).toEqual(['1']);
  expect(shares.changed.map(({ key }) => key)).toEqual(['2']);
  expect(progressSentence(shares)).toBe('1 di 2 confermati, 1 mostra altro adesso');
});

test('a delivery that a newer command replaced is no failure', () => {
  const shares = sharesOf({ deliveries: [delivery(1, 'superato')], total: 1 });
  expect([shares.superseded.length, shares.failed.length]).toEqual([1, 0]);
});

test('the progress is one sentence', () => {
  const deliveries = [delivery(1, 'confermato'), delivery(2, 'scaduto')];
  expect(progressSentence(sharesOf({ deliveries, total: 2 }))).toBe('1 di 2 confermati, 1 fallito');
  expect(progressSentence(sharesOf({ deliveries: deliveries.slice(0, 1), total: 1 }))).toBe(
    '1 di 1 confermati',
  );
});

test('failures are gathered by their reason', () => {
  const { failed } = sharesOf({
    deliveries: [
      delivery(1, 'scaduto', { reason: 'Muto' }),
      delivery(2, 'fallito', { reason: 'Mostra arancio invece di rosso' }),
      delivery(3, 'scaduto', { reason: 'Muto' }),
    ],
    total: 3,
  });
  expect(failuresByReason(failed)).toEqual([
    { reason: 'Muto', devices: ['Segnale 1', 'Segnale 3'] },
    { reason: 'Mostra arancio invece di rosso', devices: ['Segnale 2'] },
  ]);
});

test('a restore says to which colors it goes back, the most frequent first', () => {
  const deliveries = [
    delivery(1, 'inviato', { value: 'giallo' }),
    delivery(2, 'inviato', { value: 'verde' }),
    delivery(3, 'inviato', { value: 'verde' }),
  ];
  expect(describeRestored({ deliveries })).toBe('2 verde, 1 giallo');
});

const notConfirmed = (device: string) => ({ device, because: 'not-confirmed-before' as const });
const commandedSince = (device: string) => ({ device, because: 'commanded-since' as const });

test.each([
  [[], null],
  [[notConfirmed('Lungofiume')], 'Resta fuori Lungofiume: colore precedente non confermato.'],
  [['A', 'B'].map(notConfirmed), 'Restano fuori A e B: colore precedente non confermato.'],
  [
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map(notConfirmed),
    'Restano fuori A, B, C, D, E e altri 2: colore precedente non confermato.',
  ],
  [[commandedSince('Ponte')], 'Resta fuori Ponte: comandato dopo.'],
  [
    [commandedSince('Ponte'), notConfirmed('Lungofiume'), commandedSince('Fossa')],
    'Resta fuori Lungofiume: colore precedente non confermato. Restano fuori Ponte e Fossa: comandati dopo.',
  ],
])('left out of a restore: %j', (leftOut, sentence) => {
  expect(formatLeftOut(leftOut)).toBe(sentence);
});
