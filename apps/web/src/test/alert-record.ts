import type { Alert } from '@semaforo/contract/api/alerts';

const MADE_AT = '2026-11-21T19:36:00.000Z';

/** A proposal of a bulletin for 22 November 2026. */
export const proposal: Alert = {
  id: 7,
  color: 'arancio',
  from: '2026-11-21T23:00:00.000Z',
  to: '2026-11-22T22:59:00.000Z',
  state: 'proposta',
  awaits: null,
  reason: 'Bollettino nazionale, zona Basso Torno',
  source: 'bollettino',
  bulletin: 1,
  author: null,
  owner: 'valdombra',
  drill: false,
  whom: 'zona',
  group: null,
  zone: 'Vald-B',
  created_at: MADE_AT,
  begins_at: null,
  decided_at: null,
  note: null,
  total: 12,
  confirmed: 0,
  showing: 0,
  overridden: 0,
  out_of_sync: 0,
  devices: [],
  overrides: [],
};
/** An alert of 21 November 2026, which a person overrode on one of its signals. */
export const inCourse: Alert = {
  ...proposal,
  id: 5,
  color: 'giallo',
  from: '2026-11-20T23:00:00.000Z',
  to: '2026-11-21T22:59:00.000Z',
  state: 'in corso',
  author: 'valdombra',
  whom: 'tutti',
  zone: null,
  confirmed: 12,
  showing: 1,
  overridden: 1,
  devices: [1, 2],
  overrides: [{ deviceId: 1, name: 'Sottopasso FS', color: 'rosso', author: 'anna', at: MADE_AT }],
};
