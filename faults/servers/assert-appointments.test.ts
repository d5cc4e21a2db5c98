import { createReportLog } from '@semaforo/testing/signal-reports';
import { expect, test } from 'vitest';
import { assertLit } from './assert-appointments.ts';

const KEY = '/3/agenda/s1';

test('of schedules in turn each lights its lamp once, when it is due', () => {
  let now = 0;
  const log = createReportLog([KEY], () => now);
  const light = (at: number, lamp: 'out3' | 'out4') => {
    now = at;
    log.note(`${KEY}/${lamp}/set`, '1');
  };
  const schedules = [
    { key: KEY, executeAt: 10 },
    { key: KEY, executeAt: 20 },
  ];
  light(11, 'out4');
  expect(assertLit(schedules, log)).toHaveLength(1);
  light(12, 'out4');
  light(20, 'out3');
  expect(assertLit(schedules, log)).toEqual([]);
  light(30, 'out4');
  expect(assertLit(schedules, log)).toHaveLength(1);
  expect(assertLit([{ key: KEY, executeAt: 12 }, ...schedules.slice(1)], log)).toContain(
    `${KEY} was commanded before 12`,
  );
});
