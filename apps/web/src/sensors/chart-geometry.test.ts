import type { GaugeMinuteRecord } from '@semaforo/contract/api/sensors';
import { expect, test } from 'vitest';
import { CHART, lampBandOf, levelChartOf } from './chart-geometry.ts';

const FROM = Date.UTC(2026, 10, 28, 1);
const MINUTE_MS = 60_000;
const PERIOD = { from: FROM, to: FROM + 120 * MINUTE_MS };

const minute = (at: number, level: number | null): GaugeMinuteRecord => ({
  minute: new Date(FROM + at * MINUTE_MS).toISOString(),
  ...{ level, level_min: level, level_max: level, rain: null, float: null },
});
const chartOf = (minutes: GaugeMinuteRecord[], highest = 30) =>
  levelChartOf(minutes, { ...PERIOD, highest, stretchMs: MINUTE_MS });

test('no line goes across a time in which nothing was measured', () => {
  const chart = chartOf([minute(0, 3), minute(1, 3), minute(60, 12), minute(61, 13)]);
  expect(chart.lines.map(({ line }) => line.split('L').length)).toEqual([2, 2]);
  expect(chart.gaps.map(({ ms }) => ms / MINUTE_MS)).toEqual([59, 59]);
});

test('a gauge that is silent now leaves a gap up to now', () => {
  expect(chartOf([minute(0, 3)]).gaps).toEqual([{ from: 0, to: CHART.width, ms: 120 * MINUTE_MS }]);
  expect(chartOf([]).gaps).toEqual([]);
});

test('thresholds and the highest level are on the chart, and zero at its foot', () => {
  const { y, levels } = chartOf([minute(0, 37)], 30);
  expect(y(37)).toBeGreaterThan(0);
  expect(y(0)).toBe(CHART.height);
  expect(levels).toEqual([0, 10, 20, 30, 40, 50]);
});

test('times below the axis are full ones', () => {
  const times = chartOf([minute(0, 1)]).times.map((at) => new Date(at).getUTCMinutes());
  expect(times).toEqual([0, 30, 0, 30, 0]);
});

test('the band shows each color from its report to the next one', () => {
  const report = (at: number, lamp: string, on = true) => ({
    ...{ at: new Date(FROM + at * MINUTE_MS).toISOString(), lamp, on },
  });
  const band = lampBandOf([report(60, 'rosso'), report(60, 'giallo', false), report(-30, 'giallo')], PERIOD);
  expect(band).toEqual([
    { color: 'giallo', from: 0, to: CHART.width / 2 },
    { color: 'rosso', from: CHART.width / 2, to: CHART.width },
  ]);
});
