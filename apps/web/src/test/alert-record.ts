import { alert } from '@semaforo/testing/factories';

/** A proposal of a bulletin for 22 November 2026. */
export const proposal = alert();

/** An alert of 21 November 2026, which a person overrode on one of its signals. */
export const inCourse = alert({
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
  overrides: [
    { deviceId: 1, name: 'Sottopasso FS', color: 'rosso', author: 'anna', at: '2026-11-21T19:36:00.000Z' },
  ],
});
