import type { DeviceStatus } from '../channels.ts';
import { shownBy } from '../lamps.ts';
import { gravityOf } from '../what-applies.ts';
import { isOfCommand } from './device-errors.ts';
import type { DeviceState, HoldState, Moment } from './device-state.ts';
import { deviceErrorOf, isStale, maintenanceOf, pendingOf, quietSince } from './device-view.ts';

/** A device that left what is desired of it is commanded that again so often, and so long after it left (ms). */
const WAITS_MS = [2000, 30_000, 300_000] as const;
/** A device that was in sync for so long has held: the tries before that are forgotten. */
const HELD_AFTER_MS = 600_000;

/** The setting of a Comune that switches it off: 'false'. */
export const REASSERT_SETTING = 'reassert';

export const MOST_REASSERTIONS = WAITS_MS.length;

/** True for a desired warning of which the device shows something milder: only that is lit again by itself. */
export function isMilderThanDesired(desired: DeviceStatus, reported: DeviceStatus): boolean {
  return gravityOf(desired) > gravityOf('verde') && gravityOf(reported) < gravityOf(desired);
}

/** How the device stands to what is desired of it (docs/rules.md#reassertion). */
export function holdOf(state: DeviceState, { now, link }: Pick<Moment, 'now' | 'link'>): HoldState {
  const { desired, lamps } = state;
  if (desired === null || gravityOf(desired.value) <= gravityOf('verde')) return 'in-sync';
  const shown = shownBy(lamps);
  const isLeftAlone = state.reasserted === null || state.test !== null || maintenanceOf(state, now) !== null;
  // What is off line, or silent, is told once it speaks again.
  const isAway = deviceErrorOf(state) !== null && !isOfCommand(state);
  const isUnheard = isStale(state, link) || quietSince(state, link) !== null;
  if (shown === null || pendingOf(state) !== null || isLeftAlone || isAway || isUnheard) return 'waits';
  return isMilderThanDesired(desired.value, shown) ? 'milder' : 'in-sync';
}

/** When the device is to be commanded again (epoch ms); null: it is not. */
export function reassertionDueAt({ hold, reasserted }: DeviceState): number | null {
  const wait = WAITS_MS[reasserted ?? MOST_REASSERTIONS];
  return hold.state === 'milder' && wait !== undefined ? hold.since + wait : null;
}

/** When the device will have held for so long that its tries are forgotten (epoch ms); null: it has none. */
export function heldAt({ hold, reasserted }: DeviceState): number | null {
  return hold.state === 'in-sync' && (reasserted ?? 0) > 0 ? hold.since + HELD_AFTER_MS : null;
}
