import type { ManagedDevice } from '@semaforo/contract/api/devices';

/** A signal of valdombra (user 4) that is well, with what the test is about changed. */
export function managedDevice(changes: Partial<ManagedDevice> = {}): ManagedDevice {
  return {
    id: 1,
    name: 'Diga Vecchia',
    topic: '/3/valdombra/s1',
    type: 'semaforo',
    profile: 'outN',
    latitude: 44.5,
    longitude: 9.1,
    userId: 4,
    username: 'valdombra',
    status: 'verde',
    error: false,
    error_reason: null,
    temp: 21.46,
    vcc: 3.3,
    uptime: 45,
    status_updated_at: '2026-11-20T02:00:00.000Z',
    metrics_updated_at: '2026-11-20T02:00:00.000Z',
    ...changes,
  };
}
