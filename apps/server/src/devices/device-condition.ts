import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { Condition } from '@semaforo/contract/domain/condition';
import { isOfCommand } from '@semaforo/contract/domain/device/device-errors';
import type { DeviceState, HoldState, Link } from '@semaforo/contract/domain/device/device-state';
import {
  confirmedOf,
  deviceConditionOf,
  deviceErrorOf,
  errorSinceOf,
  isDeviceOutOfSync,
  isFreshLamp,
  isStale,
  maintenanceOf,
  pendingOf,
  quietSince,
} from '@semaforo/contract/domain/device/device-view';
import { holdOf } from '@semaforo/contract/domain/device/reassertion';
import { type Lamp, shownBy } from '@semaforo/contract/domain/lamps';
import type { Maintenance } from '@semaforo/contract/domain/maintenance';
import type { Clock } from '../platform/clock.ts';

/** What the states of devices mean at this moment (docs/rules.md#condition). */
export type DeviceConditionReader = {
  /** The state of a device, or that of one never heard. */
  of: (deviceId: number) => DeviceState;
  /** What the device shows by the last words of its lamps; null when it never spoke of any. */
  shownOf: (deviceId: number) => DeviceStatus | null;
  /** The status that was commanded and is not yet confirmed; null for none. */
  pendingOf: (deviceId: number) => DeviceStatus | null;
  /** What the device is shown as. */
  conditionOf: (deviceId: number) => Condition;
  /** True when the device reports something else than is desired, with no command and no lamp test under way. */
  isOutOfSync: (deviceId: number) => boolean;
  /** How it stands to a desired warning (docs/rules.md#reassertion). */
  holdOf: (deviceId: number) => HoldState;
  /** True when an output was reported live since the server (re)joined the broker. */
  hasReported: (deviceId: number) => boolean;
  /** True when what is shown was not said since the server (re)joined the broker: it is only the last known. */
  isStale: (deviceId: number) => boolean;
  /** Whether there is anything of the device that this server has not heard in this session of its link. */
  isUnheard: (deviceId: number) => boolean;
  /** Since when nothing was heard of a device that misses its rhythm (epoch ms); null while it does not. */
  silentSince: (deviceId: number) => number | null;
  /** True when the device spoke of that lamp since the server (re)joined the broker. */
  isFresh: (lamp: Lamp) => boolean;
  /** Why the device is in error, in Italian; null when it is not. */
  errorOf: (deviceId: number) => string | null;
  /** Since when the device is in the error that it is in (epoch ms); null when it is in none, or nobody knows. */
  errorSince: (deviceId: number) => number | null;
  /** True when the device is in the error of a command that failed. */
  hasErrorOfCommand: (deviceId: number) => boolean;
  /**
   * What the device shows, if it said so itself since the server (re)joined the broker, is in no error and keeps its
   * rhythm.
   */
  confirmedOf: (deviceId: number) => DeviceStatus | null;
  /** What a device showed before the lamp test that has it; undefined when none has. */
  beforeTest: (deviceId: number) => DeviceStatus | undefined;
  /** What counts of a device: what it showed before a lamp test, else what it confirmed. */
  confirmedBeforeTest: (deviceId: number) => DeviceStatus | null;
  /** That people work on the device now; null for none (docs/rules.md#maintenance). */
  maintenanceOf: (deviceId: number) => Maintenance | null;
  /** Whether messages of devices arrive, and since when (monotonic, ms). */
  link: () => Link;
  /** Another value after each change of the link, since which what was said is no longer fresh. */
  session: () => string;
};

export function createDeviceConditionReader({
  of,
  link,
  clock,
}: {
  of: (deviceId: number) => DeviceState;
  link: () => Link;
  clock: Clock;
}): DeviceConditionReader {
  const isFresh = (lamp: Lamp) => isFreshLamp(lamp, link());
  const beforeTest = (deviceId: number) => of(deviceId).test?.former;
  const confirmed = (deviceId: number) => confirmedOf(of(deviceId), link());
  return {
    of,
    shownOf: (deviceId) => shownBy(of(deviceId).lamps),
    pendingOf: (deviceId) => pendingOf(of(deviceId)),
    conditionOf: (deviceId) => deviceConditionOf(of(deviceId), link()),
    isOutOfSync: (deviceId) => isDeviceOutOfSync(of(deviceId)),
    holdOf: (deviceId) => holdOf(of(deviceId), { now: clock.now(), link: link() }),
    hasReported: (deviceId) => Object.values(of(deviceId).lamps).some(isFresh),
    isStale: (deviceId) => isStale(of(deviceId), link()),
    isUnheard: (deviceId) => {
      const { receivedIn, lamps } = of(deviceId);
      const { session } = link();
      return receivedIn !== session || Object.values(lamps).some(({ reportedIn }) => reportedIn !== session);
    },
    silentSince: (deviceId) => quietSince(of(deviceId), link()),
    isFresh,
    errorOf: (deviceId) => deviceErrorOf(of(deviceId)),
    errorSince: (deviceId) => errorSinceOf(of(deviceId)),
    hasErrorOfCommand: (deviceId) => isOfCommand(of(deviceId)),
    confirmedOf: confirmed,
    beforeTest,
    confirmedBeforeTest: (deviceId) => beforeTest(deviceId) ?? confirmed(deviceId),
    maintenanceOf: (deviceId) => maintenanceOf(of(deviceId), clock.now()),
    link,
    session: () => `${link().session} ${link().isOpen}`,
  };
}
