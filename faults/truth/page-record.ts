import type { DeviceStatusRecord, LampRecord } from '@semaforo/contract/api/devices';
import { isOutOfSync } from '@semaforo/contract/domain/desired';
import {
  isShownFresh,
  type Lamp,
  type LampColor,
  type Lamps,
  lampsOfType,
} from '@semaforo/contract/domain/lamps';
import { applyReport, errorOf } from '@semaforo/contract/domain/live-message';
import type { LiveMessage } from '@semaforo/contract/live/events';

/** The page knows no sessions of the link, only whether a lamp was said in the present one. */
const THIS_SESSION = 1;

/** The record of a device after a live message, by the rule that server and page share; undefined for no change. */
export function afterMessage(
  record: DeviceStatusRecord,
  { topic, message }: LiveMessage,
  now: number,
): DeviceStatusRecord | undefined {
  const { device_type: type, pending } = record;
  const next = applyReport(
    { type, key: record.topic },
    {
      status: record.status,
      lamps: lampsOf(record),
      updatedAt: null,
      error: record.error,
      errorReason: record.error_reason,
    },
    {
      message: { channel: topic.slice(record.topic.length + 1), payload: message, retained: false },
      now,
      session: THIS_SESSION,
    },
  );
  if (next === undefined) return undefined;
  const { lamps } = next;
  const error = errorOf(next, pending);
  return {
    ...record,
    status: next.status,
    lamps: lampsOfType(type).map((color) => toRecord(color, lamps[color])),
    error: error !== null,
    error_reason: error,
    error_since: error === null ? null : record.error_since,
    stale: !isShownFresh(lamps, THIS_SESSION),
    silent_since: null,
    out_of_sync: !record.testing && isOutOfSync(record.desired, { lamps, pending }),
  };
}

/** The record while the broker is out of reach: all that it says is only the last known. */
export function outOfReach(record: DeviceStatusRecord): DeviceStatusRecord {
  return {
    ...record,
    lamps: record.lamps.map((lamp) => ({ ...lamp, fresh: false })),
    stale: record.stale || record.lamps.some(({ on }) => on !== null),
    silent_since: null,
  };
}

/** What people see of a device: two records that agree in it show the same. */
export function seenOf(record: DeviceStatusRecord): string {
  const { status, lamps, error, error_reason, stale, silent_since, pending, desired, out_of_sync } = record;
  const seen = lamps.map(({ color, on, fresh }) => [color, on, fresh]);
  return JSON.stringify({
    status,
    lamps: seen,
    error,
    error_reason,
    stale,
    silent: silent_since !== null,
    pending,
    desired: desired?.value,
    out_of_sync,
  });
}

function lampsOf({ lamps }: DeviceStatusRecord): Lamps {
  return Object.fromEntries(
    lamps.flatMap(({ color, on, said_at, fresh }): [LampColor, Lamp][] =>
      on === null
        ? []
        : [
            [
              color,
              {
                on,
                reportedAt: said_at === null ? null : Date.parse(said_at),
                reportedIn: fresh ? THIS_SESSION : null,
              },
            ],
          ],
    ),
  );
}

function toRecord(color: LampColor, lamp: Lamp | undefined): LampRecord {
  const unmeasured = { witness: 'command', power: null, usual_power: null, fault: null } as const;
  if (lamp === undefined) return { color, on: null, said_at: null, fresh: false, ...unmeasured };
  const { on, reportedAt, reportedIn } = lamp;
  return {
    color,
    on,
    said_at: reportedAt === null ? null : new Date(reportedAt).toISOString(),
    fresh: reportedIn === THIS_SESSION,
    ...unmeasured,
  };
}
