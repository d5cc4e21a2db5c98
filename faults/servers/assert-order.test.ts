import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { expect, test } from 'vitest';
import { assertOrder } from './assert-order.ts';

const committed = [
  { lamp: 'rosso', at: 0 },
  { lamp: 'verde', at: 1 },
  { lamp: 'giallo', at: 2 },
  { lamp: 'rosso', at: 100 },
] as const;
const sent = (...lamps: SignalColor[]) => lamps.map((lamp, at) => ({ at, lamp, on: true }));

test('each command may be told again or left out, but none after a later one', () => {
  expect(assertOrder(sent('rosso', 'rosso', 'giallo', 'giallo'), committed)).toEqual([]);
  expect(assertOrder(sent('rosso', 'verde', 'rosso', 'giallo'), committed)).toHaveLength(1);
  expect(assertOrder(sent('arancio'), committed)).toHaveLength(1);
});
