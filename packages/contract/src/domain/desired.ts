import type { DeviceStatus, DeviceType } from './channels.ts';
import type { CommandOrigin } from './command-rules.ts';
import { showsOnly } from './confirmation.ts';
import { isShownFresh, isShownSince, type Lamps, litLamps, shownBy } from './lamps.ts';

export const DESIRED_SOURCES = ['command', 'schedule', 'plan', 'alert', 'restore'] as const;

/** What set the desired state of a device: a person, a schedule, a recurring plan, an alert or 'Ripristina'. */
export type DesiredSource = (typeof DESIRED_SOURCES)[number];

/** The source of what a command of that origin desires; `ofPlan`: a recurring plan made its schedule. */
export function sourceOf(origin: CommandOrigin, ofPlan: boolean): DesiredSource {
  if (origin === 'pianificazione') return ofPlan ? 'plan' : 'schedule';
  if (origin === 'allerta') return 'alert';
  return origin === 'ripristino' ? 'restore' : 'command';
}

/** What the lamps of a device reported, and the status that was commanded and is not confirmed yet. */
type Reported = { lamps: Lamps; pending: DeviceStatus | null };

/**
 * What is desired of a device after it reported: null once it reports in that link session that it shows that and
 * nothing else, and no command waits any more. What it reported before (`since`, epoch ms or ISO 8601) is no answer
 * (docs/rules.md#desired-and-reported).
 */
export function desiredAfter<Desired extends { value: DeviceStatus; since: number | string }>(
  desired: Desired | null,
  { type, lamps, pending, session }: Reported & { type: DeviceType; session: number },
): Desired | null {
  if (desired === null || pending !== null) return desired;
  const isReported = isShownFresh(lamps, session) && isShownSince(lamps, new Date(desired.since).getTime());
  return isReported && showsOnly(type, lamps, desired.value) ? null : desired;
}

/** True when no command is under way and the device reports something else than is desired. */
export function isOutOfSync(desired: { value: DeviceStatus } | null, { lamps, pending }: Reported): boolean {
  const shown = shownBy(lamps);
  if (desired === null || pending !== null || shown === null) return false;
  return shown !== desired.value || litLamps(lamps).length > 1;
}
