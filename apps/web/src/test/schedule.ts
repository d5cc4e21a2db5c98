import type { Schedule } from '@semaforo/contract/api/schedules';

/** An active schedule of valdombra, with the given fields changed. */
export function schedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    id: 1,
    color: 'rosso',
    execute_at: '2026-11-21T05:00:00.000Z',
    executed: false,
    outcome: null,
    outcome_reason: null,
    confirmed: 0,
    total: 2,
    device_type: 'semaforo',
    whom: 'tutti',
    group: null,
    username: 'valdombra',
    devices: ['Diga Vecchia', 'Palasport'],
    ...changes,
  };
}
