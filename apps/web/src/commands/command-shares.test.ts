import type { Delivery } from '@semaforo/contract/api/commands';
import { expect, test } from 'vitest';
import { minutesAndSeconds } from '../platform/date-format.ts';
import { mergeDeliveries, sharesOfDeliveries, sharesOfResults } from './command-shares.ts';
import { progressSentence } from './progress-words.ts';

function delivery(id: number, state: Delivery['state']): Delivery {
  return { id, deviceId: id, device: `Segnale ${id}`, value: 'rosso', state, reason: null };
}

test('of two reports of a delivery the further state wins, in any order', () => {
  const early = [delivery(1, 'inviato')];
  const late = [delivery(1, 'confermato')];
  expect(mergeDeliveries(early, late).get(1)?.state).toBe('confermato');
  expect(mergeDeliveries(late, early).get(1)?.state).toBe('confermato');
});

test('a late confirmation takes a delivery out of the failures', () => {
  const deliveries = mergeDeliveries([delivery(1, 'scaduto')], [delivery(1, 'confermato')]);
  expect(sharesOfDeliveries(deliveries.values(), 1).failed).toEqual([]);
});

test('a sent delivery is waiting, and so is a device that is not known yet', () => {
  const shares = sharesOfDeliveries([delivery(1, 'inviato'), delivery(2, 'fallito')], 3);
  expect(shares.confirmed).toHaveLength(0);
  expect(shares.waiting).toHaveLength(2);
  expect(shares.total).toBe(3);
});

test('a delivery that a newer command replaced is no failure', () => {
  const shares = sharesOfDeliveries([delivery(1, 'superato')], 1);
  expect([shares.superseded.length, shares.failed.length]).toEqual([1, 0]);
});

test('the progress is one sentence', () => {
  const results = [
    { device: 'A', error: null },
    { device: 'B', error: 'Comando non confermato entro 5 s' },
  ];
  expect(progressSentence(sharesOfResults(results))).toBe('1 di 2 confermati, 1 fallito');
  expect(progressSentence(sharesOfResults([{ device: 'A', error: null }]))).toBe('1 di 1 confermati');
});

test('the time left reads as minutes and seconds', () => {
  expect(minutesAndSeconds(252_000)).toBe('4:12');
  expect(minutesAndSeconds(300_000)).toBe('5:00');
  expect(minutesAndSeconds(1)).toBe('0:01');
});
