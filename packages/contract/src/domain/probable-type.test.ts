import { expect, test } from 'vitest';
import { probableType } from './probable-type.ts';

test.each([
  ['/3/val/s1', ['temp', 'out1'], 'semaforo'],
  ['/3/val/l1', ['out0'], 'lanterna'],
  ['/3/val/s1', ['out0', 'out4'], 'semaforo'],
  ['/4/val/l1', ['out1', 'status'], 'lanterna'],
  ['/4/val/s1', ['out1', 'out5'], 'semaforo'],
  ['/7/val/s1', ['out2'], 'semaforo'],
  ['/7/val/x1', ['out1'], null],
  ['/3/val/x1', ['status', 'temp'], null],
  ['/3/val/x1', ['stat/POWER1', 'stat/POWER3'], 'semaforo'],
  ['/3/val/x1', ['stat/POWER1', 'tele/STATE'], null],
  ['/3/val/x1', ['status/switch:0'], null],
  ['/3/val/x1', ['switch/verde/state'], 'semaforo'],
  ['/3/val/x1', ['switch/lanterna/state'], 'lanterna'],
])('a device at %s that speaks on %s is probably: %s', (key, channels, expected) => {
  expect(probableType(key, channels)).toBe(expected);
});
