import type { Alert } from '@semaforo/contract/api/alerts';
import { expect, test } from 'vitest';
import { cardAlertNotes } from './card-alert-notes.ts';

const alert = (more: Partial<Alert>) =>
  ({
    id: 1,
    drill: false,
    color: 'rosso',
    state: 'in corso',
    devices: [],
    overrides: [],
    to: '2026-11-22T22:59:00.000Z',
    ...more,
  }) as Alert;
const by = { name: 'Ponte', color: 'rosso', author: 'anna', at: '2026-11-22T19:33:00.000Z' } as const;

test('cards say the color of an exercise in course, and an override with its end', () => {
  const notes = cardAlertNotes([
    alert({ id: 1, devices: [1, 2], overrides: [{ deviceId: 2, ...by }] }),
    alert({ id: 2, drill: true, devices: [2, 3] }),
    alert({ id: 3, drill: true, devices: [4], state: 'confermata' }),
  ]);
  expect([...notes.entries()].sort(([one], [other]) => one - other)).toEqual([
    [2, { drill: 'rosso', override: { alertId: 1, until: '2026-11-22T22:59:00.000Z' } }],
    [3, { drill: 'rosso', override: null }],
  ]);
});
