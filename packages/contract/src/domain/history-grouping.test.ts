import { describe, expect, test } from 'vitest';
import { groupHistory, listPayloads } from './history-grouping.ts';

const row = (created_at: string, color: string, device: string | null) => ({
  created_at,
  color,
  device_name: device,
  device_topic: '/3/comune/s1',
  origin: 'operatore',
});

describe('the grouped history', () => {
  test('puts devices of the same second and color in one row, joined by commas', () => {
    const rows = [
      row('2026-11-20T14:05:09.900Z', 'rosso', 'Piazza'),
      row('2026-11-20T14:05:09.100Z', 'rosso', 'Ponte'),
    ];
    expect(groupHistory(rows)).toEqual([
      { time: '14:05:09', color: 'rosso', isTest: false, devices: ['Piazza', 'Ponte'] },
    ]);
  });

  test('puts another second and another color in rows of their own', () => {
    const rows = [
      row('2026-11-20T14:05:10.000Z', 'rosso', 'Piazza'),
      row('2026-11-20T14:05:09.500Z', 'verde', 'Piazza'),
      row('2026-11-20T14:05:09.000Z', 'rosso', 'Piazza'),
    ];
    expect(groupHistory(rows).map(({ time, color }) => `${time} ${color}`)).toEqual([
      '14:05:10 rosso',
      '14:05:09 verde',
      '14:05:09 rosso',
    ]);
  });

  test('keeps a lamp test apart from a command of the same second and color', () => {
    const command = row('2026-11-20T14:05:09.000Z', 'rosso', 'Piazza');
    const groups = groupHistory([command, { ...command, origin: 'prova' }]);
    expect(groups.map(({ isTest }) => isTest)).toEqual([false, true]);
  });

  test('joins the same time of day of different days', () => {
    const rows = [
      row('2026-11-20T14:05:09.000Z', 'rosso', 'Oggi'),
      row('2026-11-19T14:05:09.000Z', 'rosso', 'Ieri'),
    ];
    expect(groupHistory(rows)).toEqual([
      { time: '14:05:09', color: 'rosso', isTest: false, devices: ['Oggi', 'Ieri'] },
    ]);
  });

  test('is sorted newest first, whatever the order of the records', () => {
    const rows = [
      row('2026-11-19T23:00:00.000Z', 'verde', 'a'),
      row('2026-11-20T08:00:00.000Z', 'giallo', 'b'),
      row('2026-11-20T07:00:00.000Z', 'rosso', 'c'),
    ];
    expect(groupHistory(rows).map(({ time }) => time)).toEqual(['08:00:00', '07:00:00', '23:00:00']);
  });

  test('names a device without a name by its topic', () => {
    expect(groupHistory([row('2026-11-20T14:05:09.000Z', 'rosso', null)])[0]?.devices).toEqual([
      '/3/comune/s1',
    ]);
  });

  test('is empty without records', () => {
    expect(groupHistory([])).toEqual([]);
  });
});

test.each([
  ['["1","0","0","0"]', ['1', '0', '0', '0']],
  ['[1,0]', ['1', '0']],
  ['[{"channel":"out1","payload":"1"}]', ['{"channel":"out1","payload":"1"}']],
  ['[]', []],
  ['"1"', ['1']],
  ['1', ['1']],
  ['{"out1":1}', ['{"out1":1}']],
  ['1,0, 0 ,0', ['1', '0', '0', '0']],
  ['out1=1', ['out1=1']],
  ['', []],
  ['  ', []],
])('payloads stored as %j are read as %j', (stored, payloads) => {
  expect(listPayloads(stored)).toEqual(payloads);
});
