import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import { applyReport, type ReportedState } from '@semaforo/contract/domain/live-message';
import type { LiveMessage } from '@semaforo/contract/live/events';
import { type DeviceStatuses, findDevice, listDevices, replaceRecords } from '../api/device-snapshot.ts';

/**
 * The snapshot after a batch of live messages, by the same rule as on the server; the same snapshot when nothing
 * changed. `now` is the server's time in epoch ms.
 */
export function applyMessages(
  statuses: DeviceStatuses,
  messages: readonly LiveMessage[],
  now: number,
): DeviceStatuses {
  const changed = new Map<string, DeviceStatusRecord>();
  for (const message of messages) {
    const key = splitMessageTopic(message.topic)?.key;
    const record = key === undefined ? undefined : (changed.get(key) ?? findDevice(statuses, key));
    const next = record && applyMessage(record, message, now);
    if (next) changed.set(next.topic, next);
  }
  return replaceRecords(statuses, changed.values());
}

/**
 * The snapshot when the broker is out of reach: each state is only the last known one, until the device reports again.
 */
export function outOfReach(statuses: DeviceStatuses): DeviceStatuses {
  return replaceRecords(
    statuses,
    listDevices(statuses).flatMap((record) =>
      record.status === null || record.stale ? [] : [{ ...record, stale: true }],
    ),
  );
}

function applyMessage(
  record: DeviceStatusRecord,
  { topic, message }: LiveMessage,
  now: number,
): DeviceStatusRecord | undefined {
  const channel = topic.slice(record.topic.length + 1);
  const device = { type: record.device_type, key: record.topic };
  const next = applyReport(device, reportedState(record), {
    message: { channel, payload: message, retained: false },
    now,
  });
  return (
    next && {
      ...record,
      status: next.status,
      updated_at: next.updatedAt === null ? null : new Date(next.updatedAt).toISOString(),
      error: next.error,
      error_reason: next.errorReason,
      stale: false,
    }
  );
}

function reportedState(record: DeviceStatusRecord): ReportedState {
  return {
    status: record.status,
    updatedAt: record.updated_at === null ? null : Date.parse(record.updated_at),
    error: record.error,
    errorReason: record.error_reason,
  };
}
