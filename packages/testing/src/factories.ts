import type { Alert } from '@semaforo/contract/api/alerts';
import type { DeviceStatusRecord, LampRecord, ManagedDevice } from '@semaforo/contract/api/devices';
import type { User } from '@semaforo/contract/api/users';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';
import type { KnownDevice } from '@semaforo/server/devices/known-device';

const REPORTED_AT = '2026-11-20T02:00:00.000Z';

/** The user valdombra, with what the test is about changed. */
export function user(changes: Partial<User> = {}): User {
  return { id: 1, username: 'valdombra', role: 'user', ...changes };
}

/** A signal of valdombra as the server knows it, with what the test is about changed. */
export function device(changes: Partial<KnownDevice> = {}): KnownDevice {
  return { id: 1, ...newDevice({ ownerId: user().id }), ...changes };
}

/** A signal of nobody that is not stored yet, with what the test is about changed. */
export function newDevice(changes: Partial<Omit<KnownDevice, 'id'>> = {}): Omit<KnownDevice, 'id'> {
  return {
    topic: '/3/valdombra/s1',
    name: null,
    type: 'semaforo',
    profile: 'outN',
    latitude: null,
    longitude: null,
    ownerId: null,
    ...changes,
  };
}

/** The same as a row of the table. */
export function deviceRow(changes: Partial<Omit<KnownDevice, 'id'>> = {}) {
  const { ownerId, ...known } = newDevice(changes);
  return { ...known, owner_id: ownerId, created_at: 0 };
}

/** A signal that reports verde, as the API sends it. Its lamps report what its status says, unless given. */
export function deviceRecord(changes: Partial<DeviceStatusRecord> = {}): DeviceStatusRecord {
  const record = {
    id: 1,
    topic: '/3/valdombra/s1',
    device_name: 'Diga Vecchia',
    device_type: 'semaforo',
    status: 'verde',
    updated_at: REPORTED_AT,
    error: false,
    error_reason: null,
    error_since: null,
    stale: false,
    pending: null,
    desired: null,
    out_of_sync: false,
    silent_since: null,
    condition: 'ok',
    testing: false,
    maintenance: null,
    latitude: null,
    longitude: null,
    ...changes,
  } as const;
  return { ...record, lamps: changes.lamps ?? lampsReporting(record) };
}

/** The lamps of a signal, all reported at one time in this session, with what the test is about changed. */
export function lampsWith(changes: Partial<Record<LampColor, Partial<LampRecord>>>): LampRecord[] {
  return lampsOfType('semaforo').map((color) => ({
    color,
    on: false,
    said_at: REPORTED_AT,
    fresh: true,
    witness: 'command',
    power: null,
    usual_power: null,
    fault: null,
    ...changes[color],
  }));
}

function lampsReporting(
  record: Pick<DeviceStatusRecord, 'device_type' | 'status' | 'updated_at' | 'stale'>,
): LampRecord[] {
  const { device_type, status, updated_at, stale } = record;
  const lit = device_type === 'lanterna' && status === 'rosso' ? 'acceso' : status;
  return lampsOfType(device_type).map((color) => ({
    color,
    witness: 'command',
    power: null,
    usual_power: null,
    fault: null,
    ...(status === null
      ? { on: null, said_at: null, fresh: false }
      : { on: color === lit, said_at: updated_at, fresh: !stale }),
  }));
}

/** A signal of valdombra (user 4) that is well, as admins see it, with what the test is about changed. */
export function managedDevice(changes: Partial<ManagedDevice> = {}): ManagedDevice {
  const { ownerId: _, ...known } = newDevice({ name: 'Diga Vecchia', latitude: 44.5, longitude: 9.1 });
  return {
    id: 1,
    ...known,
    userId: 4,
    username: 'valdombra',
    status: 'verde',
    error: false,
    error_reason: null,
    temp: 21.46,
    vcc: 3.3,
    uptime: 45,
    status_updated_at: REPORTED_AT,
    metrics_updated_at: REPORTED_AT,
    ...changes,
  };
}

/** A proposal of a bulletin for 22 November 2026, with what the test is about changed. */
export function alert(changes: Partial<Alert> = {}): Alert {
  return {
    id: 7,
    color: 'arancio',
    from: '2026-11-21T23:00:00.000Z',
    to: '2026-11-22T22:59:00.000Z',
    state: 'proposta',
    awaits: null,
    reason: 'Bollettino nazionale, zona Basso Torno',
    source: 'bollettino',
    bulletin: 1,
    sensor_id: null,
    author: null,
    owner: 'valdombra',
    drill: false,
    whom: 'zona',
    group: null,
    zone: 'Vald-B',
    created_at: '2026-11-21T19:36:00.000Z',
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
    ...changes,
  };
}
