import { expect, test } from 'vitest';
import { chartOf } from './chart.ts';
import { pastEvents } from './past-events.ts';

test('reports and commands are one list, the newest first, each with who said or asked it', () => {
  const events = pastEvents({
    reports: [
      { id: 2, at: '2026-11-20T03:00:02.000Z', lamp: 'rosso', on: true },
      { id: 1, at: '2026-11-20T02:00:00.000Z', lamp: 'verde', on: false },
    ],
    commands: [
      {
        id: 1,
        at: '2026-11-20T03:00:01.000Z',
        value: 'rosso',
        username: 'valdombra',
        state: 'scaduto',
        reason: 'Non confermato',
      },
    ],
    errors: [],
    out_of_sync: [],
  });
  expect(events.map(({ what, who }) => `${what}, ${who}`)).toEqual([
    'rosso acceso, dispositivo',
    'chiesto rosso: scaduto (Non confermato), valdombra',
    'verde spento, dispositivo',
  ]);
});

test('a chart breaks where nothing was measured, and marks where the device was switched on again', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 3, minute)).toISOString();
  const point = (minute: number, temp: number | null, uptime: number) => ({
    at: at(minute),
    temp,
    vcc: null,
    uptime,
  });
  const points = [point(0, 10, 100), point(5, 20, 400), point(10, null, 20), point(15, 15, 320)];
  const chart = chartOf(points, 'temp');
  expect(chart?.paths).toHaveLength(2);
  expect(chart).toMatchObject({ min: 10, max: 20, last: 15 });
  expect(chart?.reboots.map((reboot) => reboot.at)).toEqual([at(10)]);
  expect(chartOf(points, 'vcc')).toBeNull();
});
