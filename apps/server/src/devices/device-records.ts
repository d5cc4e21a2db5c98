import type { DeviceStatusRecord, LampRecord, ManagedDevice } from '@semaforo/contract/api/devices';
import { witnessOf } from '@semaforo/contract/domain/lamp-measure';
import { lampsOfType } from '@semaforo/contract/domain/lamps';
import { isoTime } from '../platform/clock.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice, LampDevice } from './known-device.ts';

/** A device and its state as GET /api/device-status and the socket send it. */
export function toStatusRecord(states: DeviceStates, device: LampDevice): DeviceStatusRecord {
  const state = states.of(device.id);
  const error = states.errorOf(device.id);
  const maintenance = states.maintenanceOf(device.id);
  return {
    id: device.id,
    topic: device.topic,
    device_name: device.name,
    device_type: device.type,
    status: state.status,
    lamps: lampRecords(states, device),
    updated_at: isoTime(state.updatedAt),
    error: error !== null,
    error_reason: error,
    error_since: isoTime(states.errorSince(device.id)),
    stale: states.isStale(device.id),
    pending: states.pendingOf(device.id),
    desired: state.desired && {
      ...state.desired,
      since: isoTime(state.desired.since),
      reasserted: state.reasserted ?? 0,
    },
    out_of_sync: states.isOutOfSync(device.id),
    silent_since: isoTime(states.silentSince(device.id)),
    condition: states.conditionOf(device.id),
    testing: states.beforeTest(device.id) !== undefined,
    maintenance: maintenance && {
      until: isoTime(maintenance.until),
      reason: maintenance.reason,
      by: maintenance.by,
      since: isoTime(maintenance.since),
    },
    latitude: device.latitude,
    longitude: device.longitude,
  };
}

/** A device as admins see it, with metrics and its owner's name. */
export function toManagedDevice(
  states: DeviceStates,
  device: KnownDevice,
  username: string | null,
): ManagedDevice {
  const state = states.of(device.id);
  const error = states.errorOf(device.id);
  const { ownerId, ...known } = device;
  return {
    ...known,
    userId: ownerId,
    username,
    status: state.status,
    error: error !== null,
    error_reason: error,
    temp: state.temp,
    vcc: state.vcc,
    uptime: state.uptime,
    status_updated_at: isoTime(state.updatedAt),
    metrics_updated_at: isoTime(state.metricsUpdatedAt),
  };
}

function lampRecords(states: DeviceStates, device: KnownDevice): LampRecord[] {
  const { lamps, measures, lampFaults, usualPower } = states.of(device.id);
  return lampsOfType(device.type).map((color) => {
    const lamp = lamps[color];
    const measure = measures[color];
    const known = {
      witness: witnessOf(device.profile, lamp, measure),
      power: measure?.power ?? null,
      usual_power: usualPower[color]?.on ?? null,
      fault: lampFaults[color] ?? null,
    };
    if (lamp === undefined) return { color, on: null, said_at: null, fresh: false, ...known };
    return { color, on: lamp.on, said_at: isoTime(lamp.reportedAt), fresh: states.isFresh(lamp), ...known };
  });
}
