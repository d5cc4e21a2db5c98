import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMetricsChannel, parseMetrics } from './device-metrics.ts';

test.each(['temp', 'vcc', 'uptime', 'metrics'])('%s carries metrics', (channel) => {
  expect(isMetricsChannel(channel)).toBe(true);
});

test.each(['out1', 'status', 'Temp', 'temp/set', '', 'temperature'])('%j carries no metrics', (channel) => {
  expect(isMetricsChannel(channel)).toBe(false);
  expect(parseMetrics(channel, '1')).toBeUndefined();
});

test.each([
  ['temp', '21.5', { temp: 21.5 }],
  ['temp', '-3', { temp: -3 }],
  ['temp', ' 21.5\n', { temp: 21.5 }],
  ['vcc', '3.30', { vcc: 3.3 }],
  ['vcc', '.5', { vcc: 0.5 }],
  ['uptime', '86400', { uptime: 86_400 }],
  ['uptime', '1e3', { uptime: 1000 }],
  ['metrics', '{"temp":21.5,"vcc":3.3,"uptime":60}', { temp: 21.5, vcc: 3.3, uptime: 60 }],
  ['metrics', '{"temp":21.5}', { temp: 21.5 }],
  ['metrics', '{"temp":"21.5","vcc":null,"uptime":60,"rssi":-70}', { uptime: 60 }],
])('%s with %j means %j', (channel, payload, metrics) => {
  expect(parseMetrics(channel, payload)).toEqual(metrics);
});

test.each([
  ['temp', ''],
  ['temp', 'NaN'],
  ['temp', 'Infinity'],
  ['temp', '1e999'],
  ['temp', '0x10'],
  ['temp', '21,5'],
  ['temp', '21.5°C'],
  ['temp', '{"temp":1}'],
  ['metrics', ''],
  ['metrics', '21.5'],
  ['metrics', 'null'],
  ['metrics', '[]'],
  ['metrics', '{}'],
  ['metrics', '{"temp":1e999}'],
  ['metrics', '{"temp":'],
])('%s with %j has no metrics', (channel, payload) => {
  expect(parseMetrics(channel, payload)).toBeUndefined();
});

test('a metric is a finite number, whatever the device sends', () => {
  const payload = fc.oneof(fc.string(), fc.json(), fc.double().map(String));
  fc.assert(
    fc.property(fc.constantFrom('temp', 'vcc', 'uptime', 'metrics'), payload, (channel, text) => {
      expect(Object.values(parseMetrics(channel, text) ?? {}).every(Number.isFinite)).toBe(true);
    }),
  );
});
