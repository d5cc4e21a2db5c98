import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addMeasuredGauge } from './measured-gauge.ts';

test('what cannot be read has no value, and hides no other metric', async () => {
  const registry = new Registry();
  let reading: () => number | Promise<number> = () => 7;
  addMeasuredGauge(registry, { name: 'one', help: 'one', readWithinMs: 20, read: () => reading() });
  addMeasuredGauge(registry, { name: 'two', help: 'two', label: 'state', read: () => ({ lit: 1, dark: 2 }) });
  const lines = async () => (await registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
  const two = ['two{state="lit"} 1', 'two{state="dark"} 2'];
  expect(await lines()).toEqual(['one 7', ...two]);
  reading = () => {
    throw new Error('away');
  };
  expect(await lines()).toEqual(two);
  reading = () => new Promise(() => undefined);
  expect(await lines()).toEqual(two);
  reading = () => 8;
  expect(await lines()).toEqual(['one 8', ...two]);
});
