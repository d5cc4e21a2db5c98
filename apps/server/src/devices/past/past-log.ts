import type { DeviceState, Problem } from '@semaforo/contract/domain/device/device-state';
import { type LampColor, lampsOfType } from '@semaforo/contract/domain/lamps';
import type { GroupCommit } from '../../database/group-commit.ts';
import type { KeptErrorKind } from '../../database/schema/device-past.ts';
import type { Clock } from '../../platform/clock.ts';

import type { KnownDevice } from '../known-device.ts';
import { type PastRows, savePast } from './save-past.ts';

const MINUTE_MS = 60_000;
/** Of reports, and of errors that begin: a lamp that flickers, or a board gone mad, must not fill the database. */
const ROWS_A_MINUTE = 60;

/**
 * Has stored what is worth remembering of each change of a device: a lamp's word that is new, the measures once a
 * minute, the beginning and end of an error and of being out of sync. It is written in the commit of the states
 * themselves (docs/rules.md#received-means-stored).
 */
export type PastLog = {
  changed: (device: KnownDevice, former: DeviceState, state: DeviceState) => void;
  /** An error, or a time out of sync, has begun or has another sentence, or has ended (null). */
  errorChanged: (deviceId: number, kind: KeptErrorKind, error: Problem | null) => void;
};

export function createPastLog(options: {
  commit: Pick<GroupCommit, 'join'>;
  findDevice: (id: number) => KnownDevice | undefined;
  clock: Clock;
}): PastLog {
  const { clock, findDevice } = options;
  let waiting = noRows();
  const mayReport = createPace();
  const mayBegin = { error: createPace(), out_of_sync: createPace() };

  options.commit.join({
    take: () => {
      const rows = ofDevices(waiting, (id) => findDevice(id) !== undefined);
      waiting = noRows();
      if (rows.reports.length + rows.metrics.size + rows.errors.length + rows.powers.size === 0)
        return undefined;
      return {
        write: (db) => savePast(db, rows),
        stored: () => undefined,
        failed: () => {
          waiting = {
            reports: [...rows.reports, ...waiting.reports],
            metrics: new Map([...rows.metrics, ...waiting.metrics]),
            errors: [...rows.errors, ...waiting.errors],
            powers: new Map([...rows.powers, ...waiting.powers]),
          };
        },
      };
    },
  });

  const noteReports = ({ id, type }: KnownDevice, { former, state, now }: Change) => {
    if (state.lamps === former.lamps) return;
    for (const lamp of newReports(lampsOfType(type), former, state)) {
      if (!mayReport(id, now)) return;
      waiting.reports.push({ deviceId: id, at: now, lamp, isOn: state.lamps[lamp]?.on === true });
    }
  };
  const noteMetrics = ({ id }: KnownDevice, { former, state, now }: Change) => {
    const { temp, vcc, uptime, metricsUpdatedAt } = state;
    // Those that a board sends one after the other come within the same millisecond.
    const isNew =
      metricsUpdatedAt !== former.metricsUpdatedAt ||
      temp !== former.temp ||
      vcc !== former.vcc ||
      uptime !== former.uptime;
    if (metricsUpdatedAt === null || !isNew) return;
    const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
    waiting.metrics.set(`${id} ${minute}`, { deviceId: id, minute, temp, vcc, uptime });
  };
  return {
    changed: (device, former, state) => {
      const change = { former, state, now: clock.now() };
      noteReports(device, change);
      if (state.usualPower !== former.usualPower) waiting.powers.set(device.id, state.usualPower);
      noteMetrics(device, change);
    },
    errorChanged: (deviceId, kind, error) => {
      const now = clock.now();
      if (error !== null && !mayBegin[kind](deviceId, now)) return;
      waiting.errors.push({ deviceId, kind, at: error?.at ?? now, reason: error?.reason ?? null });
    },
  };
}

type Change = { former: DeviceState; state: DeviceState; now: number };

/** Whether a device may have another row in this minute. */
function createPace() {
  const spent = new Map<number, { minute: number; count: number }>();
  return (deviceId: number, now: number): boolean => {
    const minute = Math.floor(now / MINUTE_MS);
    const before = spent.get(deviceId);
    const count = before?.minute === minute ? before.count : 0;
    if (count >= ROWS_A_MINUTE) return false;
    spent.set(deviceId, { minute, count: count + 1 });
    return true;
  };
}

/** The lamps of which the device itself said something else than before. */
function newReports(lamps: readonly LampColor[], former: DeviceState, state: DeviceState): LampColor[] {
  return lamps.filter((lamp) => {
    const reported = state.lamps[lamp];
    return reported !== undefined && reported.reportedAt !== null && reported.on !== former.lamps[lamp]?.on;
  });
}

function noRows(): PastRows {
  return { reports: [], metrics: new Map(), errors: [], powers: new Map() };
}

/** A device that is gone has no past any more. */
function ofDevices(rows: PastRows, isThere: (deviceId: number) => boolean): PastRows {
  return {
    reports: rows.reports.filter(({ deviceId }) => isThere(deviceId)),
    metrics: new Map([...rows.metrics].filter(([, { deviceId }]) => isThere(deviceId))),
    errors: rows.errors.filter(({ deviceId }) => isThere(deviceId)),
    powers: new Map([...rows.powers].filter(([id]) => isThere(id))),
  };
}
