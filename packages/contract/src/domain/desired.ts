import type { DeviceStatus } from './channels.ts';
import type { CommandOrigin } from './command-rules.ts';
import { type Lamps, litLamps, shownBy } from './lamps.ts';

export const DESIRED_SOURCES = ['command', 'schedule', 'plan', 'alert', 'restore'] as const;

/** What set the desired state of a device: a person, a schedule, a recurring plan, an alert or 'Ripristina'. */
export type DesiredSource = (typeof DESIRED_SOURCES)[number];

/** The source of what a command of that origin desires; `ofPlan`: a recurring plan made its schedule. */
export function sourceOf(origin: CommandOrigin, ofPlan: boolean): DesiredSource {
  if (origin === 'pianificazione') return ofPlan ? 'plan' : 'schedule';
  if (origin === 'allerta') return 'alert';
  return origin === 'ripristino' ? 'restore' : 'command';
}

/** What a device should show: the status, since when (epoch ms), by whom and why. */
export type Desired = { value: DeviceStatus; since: number; by: string; source: DesiredSource };

/** What the lamps of a device reported, and the status that was commanded and is not confirmed yet. */
type Reported = { lamps: Lamps; pending: DeviceStatus | null };

/**
 * True when no command is under way and the device reports something else than is desired of it, however long ago it
 * confirmed that (docs/rules.md#desired-and-reported).
 */
export function isOutOfSync(desired: { value: DeviceStatus } | null, { lamps, pending }: Reported): boolean {
  const shown = shownBy(lamps);
  if (desired === null || pending !== null || shown === null) return false;
  return shown !== desired.value || litLamps(lamps).length > 1;
}
