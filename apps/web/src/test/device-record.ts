import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';

const SAID_AT = '2026-11-20T02:00:00.000Z';

/** A signal that says verde, with what the test is about changed. Its lamps say what its status says, unless given. */
export function deviceRecord(changes: Partial<DeviceStatusRecord> = {}): DeviceStatusRecord {
  const record = {
    id: 1,
    topic: '/3/valdombra/s1',
    device_name: 'Diga Vecchia',
    device_type: 'semaforo',
    status: 'verde',
    updated_at: SAID_AT,
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
  return { ...record, lamps: changes.lamps ?? lampsSaying(record) };
}

/** The lamps of a signal, all said at one time in this session, with what the test is about changed. */
export function lampsWith(changes: Partial<Record<LampColor, Partial<LampRecord>>>): LampRecord[] {
  return lampsOfType('semaforo').map((color) => ({
    color,
    on: false,
    said_at: SAID_AT,
    fresh: true,
    witness: 'command',
    power: null,
    ...changes[color],
  }));
}

function lampsSaying(record: Omit<DeviceStatusRecord, 'lamps'>): LampRecord[] {
  const { device_type, status, updated_at, stale } = record;
  const lit = device_type === 'lanterna' && status === 'rosso' ? 'acceso' : status;
  return lampsOfType(device_type).map((color) => ({
    color,
    witness: 'command',
    power: null,
    ...(status === null
      ? { on: null, said_at: null, fresh: false }
      : { on: color === lit, said_at: updated_at, fresh: !stale }),
  }));
}
