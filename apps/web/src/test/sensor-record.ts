import type { SensorRecord } from '@semaforo/contract/api/sensors';

/** When its level was read. */
export const READ_AT = '2026-11-28T02:30:00.000Z';
export const RULE: NonNullable<SensorRecord['rule']> = {
  thresholds: [{ color: 'rosso', at: 30, clear_at: 22, for_s: 20 }],
  ...{ rate_per_min: 3, policy: 'propose', device_ids: [3], local: false, votes: 1 },
  ...{ silent: 'raise', silent_after_s: 360, silent_color: 'giallo', float_color: 'rosso' },
};

/** A gauge at an underpass, with a rule, whose level is known. */
export function sensor(changes: Partial<SensorRecord> = {}): SensorRecord {
  return {
    ...{ id: 7, topic: '/3/val/acqua', name: 'Acqua Mulini', latitude: null, longitude: null },
    ...{ level: 37, level_at: READ_AT, rain: null, float: null, rise_per_min: 0 },
    ...{ fault: null, fault_since: null, silent_since: null, asked: null, person: null },
    ...{ rule: RULE, rule_at: READ_AT, rule_by: 'valdombra' },
    settings: { field: null, scale: 1, offset: 0, min: -20, max: 1000 },
    ...changes,
  };
}
