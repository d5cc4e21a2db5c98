import type { SignalColor } from '@semaforo/contract/domain/signal-color';
import { expect, test } from 'vitest';
import { judgeOrder } from './judge-order.ts';

const committed = [
  { lamp: 'rosso', at: 0 },
  { lamp: 'verde', at: 1 },
  { lamp: 'giallo', at: 2 },
  { lamp: 'rosso', at: 100 },
] as const;
const told = (...lamps: SignalColor[]) => lamps.map((lamp, at) => ({ at, lamp, on: true }));

test('each command may be told again or left out, but none after a later one', () => {
  expect(judgeOrder(told('rosso', 'rosso', 'giallo', 'giallo'), committed)).toEqual([]);
  expect(judgeOrder(told('rosso', 'verde', 'rosso', 'giallo'), committed)).toHaveLength(1);
  expect(judgeOrder(told('arancio'), committed)).toHaveLength(1);
});
