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
const chartOf = (minutes: GaugeMinuteRecord[], silentMs = 6 * MINUTE_MS) =>
  levelChartOf(minutes, { ...PERIOD, highest: 30, stretchMs: MINUTE_MS, silentMs });

test('no line goes across a time in which nothing was measured', () => {
  const chart = chartOf([minute(0, 3), minute(1, 3), minute(60, 12), minute(61, 13)]);
  expect(chart.lines.map(({ line }) => line.split('L').length)).toEqual([2, 2]);
  expect(chart.gaps.map(({ ms }) => ms / MINUTE_MS)).toEqual([59, 59]);
});

test('a gauge that measures seldom leaves no gap before it counts as silent', () => {
  const seldom = [0, 20, 40, 60, 80, 100, 119].map((at) => minute(at, 3));
  expect(chartOf(seldom, 30 * MINUTE_MS).gaps).toEqual([]);
  expect(chartOf(seldom, 30 * MINUTE_MS).lines).toHaveLength(1);
  expect(chartOf(seldom)).toMatchObject({ gaps: { length: 6 }, lines: { length: 7 } });
});

test('a gauge that is silent now leaves a gap up to now', () => {
  expect(chartOf([minute(0, 3)]).gaps).toEqual([{ from: 0, to: CHART.width, ms: 120 * MINUTE_MS }]);
  expect(chartOf([]).gaps).toEqual([]);
});

test('thresholds and the highest level are on the chart, and zero at its foot', () => {
  const { y, levels } = chartOf([minute(0, 37)]);
  expect(y(37)).toBeGreaterThan(0);
  expect(y(0)).toBe(CHART.height);
  expect(levels).toEqual([0, 10, 20, 30, 40, 50]);
});

test('times below the axis are full ones of Rome, and days in a period of days', () => {
  const wordsOver = (hours: number, to = Date.UTC(2026, 10, 28, 3, 10)) =>
    levelChartOf([], {
      ...{ from: to - hours * 60 * MINUTE_MS, to, highest: 30, stretchMs: MINUTE_MS, silentMs: 0 },
    }).times.map(({ words }) => words);
  expect(wordsOver(2)).toEqual(['02:30', '03:00', '03:30', '04:00']);
  expect(wordsOver(24)).toEqual(['08:00', '12:00', '16:00', '20:00', '00:00', '04:00']);
  expect(wordsOver(168)).toEqual(['22/11', '23/11', '24/11', '25/11', '26/11', '27/11', '28/11']);
  expect(wordsOver(720)).toEqual(['03/11', '08/11', '13/11', '18/11', '23/11', '28/11']);
  // The clock goes back on 25 October.
  expect(wordsOver(168, Date.UTC(2026, 9, 27, 12))).toContain('26/10');
});

const report = (at: number, lamp: string, on = true) => ({
  ...{ at: new Date(FROM + at * MINUTE_MS).toISOString(), lamp, on },
});

test('the band shows nothing while the signal is dark, and one color while two lamps are lit', () => {
  const dark = lampBandOf([report(60, 'giallo', false), report(-30, 'giallo')], PERIOD);
  expect(dark).toEqual([{ color: 'giallo', from: 0, to: CHART.width / 2 }]);
  const back = lampBandOf([report(60, 'rosso', false), report(30, 'rosso'), report(-30, 'giallo')], PERIOD);
  expect(back.map(({ color, to }) => [color, to / CHART.width])).toEqual([
    ['giallo', 0.25],
    ['rosso', 0.5],
    ['giallo', 1],
  ]);
});

test('the band shows each color from its report to the next one', () => {
  const band = lampBandOf([report(60, 'rosso'), report(60, 'giallo', false), report(-30, 'giallo')], PERIOD);
  expect(band).toEqual([
    { color: 'giallo', from: 0, to: CHART.width / 2 },
    { color: 'rosso', from: CHART.width / 2, to: CHART.width },
  ]);
});
