import type { DeviceStatusRecord, ManagedDevice } from '@semaforo/contract/api/devices';
import { isoTime } from '../platform/clock.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';

/** A device and its state as GET /api/device-status and the socket send it. */
export function toStatusRecord(states: DeviceStates, device: KnownDevice): DeviceStatusRecord {
  const state = states.of(device.id);
  return {
    id: device.id,
    topic: device.topic,
    device_name: device.name,
    device_type: device.type,
    status: state.status,
    updated_at: isoTime(state.updatedAt),
    error: state.error,
    error_reason: state.errorReason,
    stale: states.isStale(device.id),
    pending: states.pendingOf(device.id),
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
  const { ownerId, ...known } = device;
  return {
    ...known,
    userId: ownerId,
    username,
    status: state.status,
    error: state.error,
    error_reason: state.errorReason,
    temp: state.temp,
    vcc: state.vcc,
    uptime: state.uptime,
    status_updated_at: isoTime(state.updatedAt),
    metrics_updated_at: isoTime(state.metricsUpdatedAt),
  };
}
