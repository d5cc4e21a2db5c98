import { expect, test } from 'vitest';
import { createLampReports } from './lamp-reports.ts';

test('a lamp of which nothing was said may only count as never spoken of', () => {
  expect(createLampReports().lastOnes()).toEqual(new Set([undefined]));
});

test('an acknowledged word replaces all before it', () => {
  const reports = createLampReports();
  reports.reported(true, 1);
  reports.reported(false, 2).ackedAt = 3;
  expect(reports.lastOnes()).toEqual(new Set([false]));
  expect(reports.reportedOn(true)).toBe(true);
});

test('a word without acknowledgement may have arrived or not', () => {
  const reports = createLampReports();
  reports.reported(true, 1);
  expect(reports.lastOnes()).toEqual(new Set([undefined, true]));
  reports.reported(false, 2).ackedAt = 3;
  reports.reported(true, 4);
  expect(reports.lastOnes()).toEqual(new Set([false, true]));
});

test('what counted at any moment since then is remembered', () => {
  const reports = createLampReports();
  reports.reported(true, 1).ackedAt = 2;
  reports.reported(false, 10).ackedAt = 11;
  expect(reports.lastOnesSince(5)).toEqual(new Set([true, false]));
  expect(reports.lastOnesSince(11)).toEqual(new Set([false]));
});

test('a broker that ends loses what the server had not taken over, and nothing else', () => {
  const reports = createLampReports();
  reports.reported(true, 1).ackedAt = 2;
  reports.reported(false, 3).ackedAt = 4;
  reports.stored(true);
  reports.lostByBroker();
  expect(reports.lastOnes()).toEqual(new Set([true, false]));
  reports.reported(true, 5).ackedAt = 6;
  expect(reports.lastOnes()).toEqual(new Set([true]));
});

test('what the broker took over and lost stays lost, though its acknowledgement is read only after its end', () => {
  const reports = createLampReports();
  reports.reported(false, 1).ackedAt = 2;
  reports.stored(false);
  const lost = reports.reported(true, 3);
  reports.lostByBroker();
  reports.acknowledged(lost, 4);
  expect(reports.lastOnes()).toEqual(new Set([false, true]));
  reports.stored(true);
  reports.acknowledged(lost, 5);
  expect(reports.lastOnes()).toEqual(new Set([true]));
});
