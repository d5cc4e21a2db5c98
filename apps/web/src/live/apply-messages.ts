import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { conditionOf } from '@semaforo/contract/domain/condition';
import { isOutOfSync } from '@semaforo/contract/domain/desired';
import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import { isShownFresh, severalLitReason, shownBy } from '@semaforo/contract/domain/lamps';
import { applyReport, errorOf, type ReportedState } from '@semaforo/contract/domain/live-message';
import type { LiveMessage } from '@semaforo/contract/live/events';
import { type DeviceStatuses, findDevice, listDevices, replaceRecords } from '../api/device-snapshot.ts';
import { lampsOf, shownOf, THIS_SESSION, toLampRecords } from '../lamps/record-lamps.ts';

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
    listDevices(statuses).flatMap((record) => {
      const { shown } = shownOf(record.lamps);
      const isOld = shown === null || (record.stale && !record.lamps.some(({ fresh }) => fresh));
      if (isOld && record.silent_since === null) return [];
      const lamps = record.lamps.map((lamp) => ({ ...lamp, fresh: false }));
      const known = { ...record, lamps, stale: shown !== null, silent_since: null };
      const { error, stale, pending, out_of_sync: outOfSync } = known;
      const condition = conditionOf(
        { status: shown, error, stale, silent: false, pending, outOfSync },
        false,
      );
      return [{ ...known, condition }];
    }),
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
    session: THIS_SESSION,
  });
  if (next === undefined) return undefined;
  const { lamps } = next;
  const { pending } = record;
  const error = errorOf(next, pending);
  const outOfSync = !record.testing && isOutOfSync(record.desired, { lamps, pending });
  const stale = !isShownFresh(lamps, THIS_SESSION);
  return {
    ...record,
    status: next.status,
    lamps: toLampRecords(device.type, lamps),
    updated_at: toIso(next.updatedAt),
    error: error !== null,
    error_reason: error,
    // Lamps that are said again to be lit together are the same error as before.
    error_since: error === null ? null : severalLitSince(record, now),
    stale,
    out_of_sync: outOfSync,
    silent_since: null,
    condition: conditionOf({
      ...{ status: shownBy(lamps), error: error !== null, stale, pending, outOfSync },
      silent: false,
    }),
  };
}

/** Since when the lamps of the device are lit together, of which it says so again or for the first time. */
function severalLitSince(record: DeviceStatusRecord, now: number): string | null {
  return severalLitReason(lampsOf(record)) !== null && record.error ? record.error_since : toIso(now);
}

function reportedState(record: DeviceStatusRecord): ReportedState {
  return {
    status: record.status,
    lamps: lampsOf(record),
    updatedAt: record.updated_at === null ? null : Date.parse(record.updated_at),
    error: record.error,
    errorReason: record.error_reason,
  };
}

function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
