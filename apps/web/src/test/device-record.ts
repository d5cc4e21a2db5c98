import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';

/** A signal that says verde, with what the test is about changed. */
export function deviceRecord(changes: Partial<DeviceStatusRecord> = {}): DeviceStatusRecord {
  return {
    id: 1,
    topic: '/3/valdombra/s1',
    device_name: 'Diga Vecchia',
    device_type: 'semaforo',
    status: 'verde',
    updated_at: '2026-11-20T02:00:00.000Z',
    error: false,
    error_reason: null,
    stale: false,
    pending: null,
    latitude: null,
    longitude: null,
    ...changes,
  };
}
