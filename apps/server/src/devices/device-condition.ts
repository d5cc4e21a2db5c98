import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type Condition, conditionOf, confirmedStatusOf } from '@semaforo/contract/domain/condition';
import { isOutOfSync } from '@semaforo/contract/domain/desired';
import { isShownFresh, type Lamp, shownBy } from '@semaforo/contract/domain/lamps';
import { errorOf } from '@semaforo/contract/domain/live-message';
import type { DeviceStateStore } from './device-state-store.ts';
import type { LinkSession } from './link-session.ts';

/** What the states of devices mean at this moment (docs/rules.md#condition). */
export type DeviceConditionReader = {
  /** What the device shows by the last words of its lamps; null when it never spoke of any. */
  shownOf: (deviceId: number) => DeviceStatus | null;
  /** What the device is shown as. */
  conditionOf: (deviceId: number) => Condition;
  /** True when the device reports something else than is desired, with no command and no lamp test under way. */
  isOutOfSync: (deviceId: number) => boolean;
  /** True when an output was reported live since the server (re)joined the broker. */
  isHeard: (deviceId: number) => boolean;
  /** True when what is shown was not said since the server (re)joined the broker: it is only the last known. */
  isStale: (deviceId: number) => boolean;
  /** Since when nothing was heard of a device that misses its rhythm (epoch ms); null while it does not. */
  silentSince: (deviceId: number) => number | null;
  /** True when the device spoke of that lamp since the server (re)joined the broker. */
  isFresh: (lamp: Lamp) => boolean;
  /** Why the device is in error, in Italian; null when it is not. */
  errorOf: (deviceId: number) => string | null;
  /**
   * What the device shows, if it said so itself since the server (re)joined the broker, is in no error and keeps its
   * rhythm.
   */
  confirmedOf: (deviceId: number) => DeviceStatus | null;
  /** Another value after each change of the link, since which what was said is no longer fresh. */
  session: () => string;
};

export function createDeviceConditionReader(
  {
    of,
    pendingOf,
    isInTest,
    silentSince,
  }: Pick<DeviceStateStore, 'of' | 'pendingOf'> & {
    isInTest: (deviceId: number) => boolean;
    silentSince: (deviceId: number) => number | null;
  },
  session: LinkSession,
): DeviceConditionReader {
  const isFresh = ({ saidIn }: Lamp) => session.isOpen() && saidIn === session.number();
  const shownOf = (deviceId: number) => shownBy(of(deviceId).lamps);
  const isStale = (deviceId: number) =>
    shownOf(deviceId) !== null && !(session.isOpen() && isShownFresh(of(deviceId).lamps, session.number()));
  const errorNow = (deviceId: number) => errorOf(of(deviceId), pendingOf(deviceId));
  const outOfSync = (deviceId: number) => {
    const { desired, lamps } = of(deviceId);
    return !isInTest(deviceId) && isOutOfSync(desired, { lamps, pending: pendingOf(deviceId) });
  };
  const knownState = (deviceId: number) => ({
    status: shownOf(deviceId),
    error: errorNow(deviceId) !== null,
    stale: isStale(deviceId),
    silent: silentSince(deviceId) !== null,
    pending: pendingOf(deviceId),
    outOfSync: outOfSync(deviceId),
  });
  return {
    shownOf,
    conditionOf: (deviceId) => conditionOf(knownState(deviceId), session.isOpen()),
    isOutOfSync: outOfSync,
    isHeard: (deviceId) => Object.values(of(deviceId).lamps).some(isFresh),
    isStale,
    silentSince,
    isFresh,
    errorOf: errorNow,
    confirmedOf: (deviceId) => confirmedStatusOf(knownState(deviceId), session.isOpen()),
    session: () => `${session.number()} ${session.isOpen()}`,
  };
}
