import type { Alert } from '@semaforo/contract/api/alerts';
import type { Plan } from '@semaforo/contract/api/plans';
import { expect, test } from 'vitest';
import { schedule } from '../test/schedule.ts';
import { hoursRows, plannedIn } from './hours-rows.ts';

const now = Date.parse('2026-11-21T04:00:00Z');
const plan = {
  id: 3,
  color: 'acceso',
  device_type: 'lanterna',
  state: 'attivo',
  whom: 'tutti',
  devices: ['A1'],
  next: [
    { day: '2026-11-21', begin: '2026-11-21T15:40:00Z', end: '2026-11-22T06:25:00Z', moved: false },
    { day: '2026-11-27', begin: '2026-11-27T15:37:00Z', end: null, moved: false },
  ],
} as unknown as Plan;

test('what is planned once and what recurs within the hours, by time', () => {
  const schedules = [schedule({}), schedule({ id: 2, executed: true })];
  const planned = plannedIn(
    { schedules, plans: [plan, { ...plan, id: 4, state: 'in pausa' }] },
    { from: now, until: now + 72 * 3_600_000 },
  );
  expect(planned.map(({ id, words, whom }) => [id, words, whom])).toEqual([
    ['s1', 'Semafori: rosso', 'Diga Vecchia, Palasport'],
    ['p3 2026-11-21', 'Lanterne: accese', 'A1'],
  ]);
});

test('rows for alerts, plans, each group with what concerns it, and lanterns', () => {
  const planned = plannedIn(
    { schedules: [schedule({})], plans: [plan] },
    { from: now, until: now + 72 * 3_600_000 },
  );
  const alert = { id: 9, devices: [5], overrides: [] } as unknown as Alert;
  const groups = [
    { name: 'Sottopassi', deviceIds: [5], names: ['Ponte'] },
    { name: 'Dighe', deviceIds: [6], names: ['Diga Vecchia'] },
  ];
  const rows = hoursRows([alert], planned, groups);
  expect(rows.map((row) => [row.label, row.alerts.length, row.planned.map(({ id }) => id)])).toEqual([
    ['Allerte', 1, []],
    ['Pianificazioni', 0, ['s1']],
    ['Sottopassi', 1, []],
    ['Dighe', 0, ['s1']],
    ['Lanterne', 0, ['p3 2026-11-21']],
  ]);
});

test('what persons commanded during an alert is a line for each color, in the rows that it concerns', () => {
  const by = (deviceId: number, color: string, at: string) => ({
    ...{ deviceId, name: `S${deviceId}`, color, at: `2026-11-21T${at}:00Z` },
    author: 'anna',
  });
  const alert = {
    ...{ id: 9, devices: [5, 6], to: '2026-11-21T22:59:00Z', drill: false },
    overrides: [by(5, 'rosso', '19:40'), by(6, 'rosso', '19:33'), by(7, 'spento', '20:00')],
  } as unknown as Alert;
  const rows = hoursRows([alert], [], [{ name: 'Sottopassi', deviceIds: [5], names: ['S5'] }]);
  const lines = Object.fromEntries(rows.map(({ label, overridden }) => [label, overridden]));
  const until = Date.parse(alert.to);
  expect(lines.Allerte).toEqual([
    {
      ...{ id: 'o9 rosso', color: 'rosso', drill: false, authors: ['anna'], to: until },
      from: Date.parse('2026-11-21T19:33:00Z'),
      devices: [
        { id: 5, name: 'S5' },
        { id: 6, name: 'S6' },
      ],
    },
    expect.objectContaining({ color: 'spento', devices: [{ id: 7, name: 'S7' }] }),
  ]);
  expect(lines.Sottopassi).toMatchObject([
    { color: 'rosso', from: Date.parse('2026-11-21T19:40:00Z'), devices: [{ id: 5 }] },
  ]);
  expect([lines.Pianificazioni, lines.Lanterne]).toEqual([[], []]);
});
