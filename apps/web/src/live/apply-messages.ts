import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { conditionOf } from '@semaforo/contract/domain/condition';
import { type DeviceState, UNKNOWN_DEVICE } from '@semaforo/contract/domain/device/device-state';
import {
  deviceConditionOf,
  deviceErrorOf,
  errorSinceOf,
  isDeviceOutOfSync,
  isStale,
} from '@semaforo/contract/domain/device/device-view';
import { SEVERAL_LIT } from '@semaforo/contract/domain/device/problems';
import { reportOf, stepDevice } from '@semaforo/contract/domain/device/step-device';
import { splitMessageTopic } from '@semaforo/contract/domain/device-key';
import type { LampFaults } from '@semaforo/contract/domain/lamp-fault';
import { severalLitReason } from '@semaforo/contract/domain/lamps';
import type { LiveMessage } from '@semaforo/contract/live/events';
import { type DeviceStatuses, findDevice, listDevices, replaceRecords } from '../api/device-snapshot.ts';
import { lampRecordsAfter, lampsOf, shownOf, THIS_SESSION } from '../lamps/record-lamps.ts';

/** While the page has the server's word: the link to the broker, of which it knows only what is fresh. */
const THIS_LINK = { session: THIS_SESSION, isOpen: true, since: 0, losses: 0 };

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
  const word = reportOf({ type: record.device_type, key: record.topic }, { channel, payload: message });
  if (word?.kind !== 'report') return undefined;
  const at = { now, elapsed: now, link: THIS_LINK, silenceMs: 0 };
  const state = stepDevice(stateOf(record), { kind: 'said', word, retained: false }, at);
  const error = deviceErrorOf(state);
  return {
    ...record,
    status: state.status,
    lamps: lampRecordsAfter(record.lamps, state.lamps),
    updated_at: toIso(state.updatedAt),
    error: error !== null,
    error_reason: error,
    error_since: toIso(errorSinceOf(state)),
    stale: isStale(state, THIS_LINK),
    out_of_sync: isDeviceOutOfSync(state),
    silent_since: null,
    condition: deviceConditionOf(state, THIS_LINK),
  };
}

/** What the record says of the device, as the server's machine knows it. */
function stateOf(record: DeviceStatusRecord): DeviceState {
  const { desired, error_reason: reason, error_since: errorSince } = record;
  const lamps = lampsOf(record);
  const cause = severalLitReason(lamps) === null ? (reason ?? '') : SEVERAL_LIT;
  return {
    ...UNKNOWN_DEVICE,
    status: record.status,
    lamps,
    updatedAt: toMs(record.updated_at),
    error: record.error,
    errorReason: reason,
    pending: record.pending,
    desired: desired && { ...desired, since: Date.parse(desired.since) },
    lampFaults: lampFaultsOf(record),
    reasserted: desired?.reasserted ?? 0,
    // What it showed before counts for commands only.
    test: record.testing ? { former: 'spento', isOver: false } : null,
    errorProblem: errorSince === null ? null : { at: Date.parse(errorSince), reason: reason ?? '', cause },
  };
}

/** What the server found out of its lamps; what was measured comes with the records. */
function lampFaultsOf({ lamps }: DeviceStatusRecord): LampFaults {
  return Object.fromEntries(lamps.flatMap(({ color, fault }) => (fault === null ? [] : [[color, fault]])));
}

function toMs(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
