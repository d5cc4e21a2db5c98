import type { DeviceStatus } from '../channels.ts';
import { type Condition, conditionOf, confirmedStatusOf, type KnownState } from '../condition.ts';
import { isOutOfSync } from '../desired.ts';
import { lampFaultReason } from '../lamp-fault.ts';
import { isShownFresh, type Lamp, shownBy } from '../lamps.ts';
import { errorOf } from '../live-message.ts';
import type { Maintenance } from '../maintenance.ts';
import type { DeviceState, Link } from './device-state.ts';

// What the state of a device means at a moment (docs/rules.md#condition).

/** The status that was commanded, by whichever server, and is not yet confirmed; null for none. */
export function pendingOf({ pending, pendingOnPeer }: DeviceState): DeviceStatus | null {
  return pending ?? pendingOnPeer;
}

/** True when the device spoke of that lamp since the link to the broker was made. */
export function isFreshLamp({ reportedIn }: Lamp, { isOpen, session }: Link): boolean {
  return isOpen && reportedIn === session;
}

/** True when what is shown was not said since the link was made: it is only the last known. */
export function isStale({ lamps }: DeviceState, { isOpen, session }: Link): boolean {
  return shownBy(lamps) !== null && !(isOpen && isShownFresh(lamps, session));
}

/** Since when nothing was heard of a device that misses its rhythm (epoch ms); null while it does not. */
export function quietSince({ quiet }: DeviceState, { isOpen, session }: Link): number | null {
  return quiet !== null && isOpen && quiet.session === session ? quiet.since : null;
}

/** Why the device is in error, in Italian; null when it is not. What a meter says counts once a command is over. */
export function deviceErrorOf(state: DeviceState): string | null {
  const pending = pendingOf(state);
  return errorOf(state, pending) ?? (pending === null ? lampFaultReason(state.lampFaults) : null);
}

/** Since when (epoch ms); null when it is in none, or nobody knows. */
export function errorSinceOf(state: DeviceState): number | null {
  return deviceErrorOf(state) === null ? null : (state.errorProblem?.at ?? null);
}

/** True when it reports something else than is desired, with no command and no lamp test under way. */
export function isDeviceOutOfSync(state: DeviceState): boolean {
  const { desired, lamps, test } = state;
  return test?.isOver !== false && isOutOfSync(desired, { lamps, pending: pendingOf(state) });
}

/** What the device is shown as. */
export function deviceConditionOf(state: DeviceState, link: Link): Condition {
  return conditionOf(knownState(state, link), link.isOpen);
}

/** What the device shows, if it said so itself since the link was made, is in no error and keeps its rhythm. */
export function confirmedOf(state: DeviceState, link: Link): DeviceStatus | null {
  return confirmedStatusOf(knownState(state, link), link.isOpen);
}

/** That people work on the device at that time (epoch ms); null for none. */
export function maintenanceOf({ maintenance }: DeviceState, now: number): Maintenance | null {
  return maintenance !== null && maintenance.until > now ? maintenance : null;
}

function knownState(state: DeviceState, link: Link): KnownState {
  return {
    status: shownBy(state.lamps),
    error: deviceErrorOf(state) !== null,
    stale: isStale(state, link),
    silent: quietSince(state, link) !== null,
    pending: pendingOf(state),
    outOfSync: isDeviceOutOfSync(state),
  };
}
