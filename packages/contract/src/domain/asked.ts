import type { DeviceStatus, DeviceType } from './channels.ts';
import { showsOnly } from './confirmation.ts';
import { isShownFresh, isShownSince, type Lamps, litLamps, shownBy } from './lamps.ts';

/** What the lamps of a device said, and the status that was commanded and is not confirmed yet. */
type Said = { lamps: Lamps; pending: DeviceStatus | null };

/**
 * What was asked of a device after it spoke: null once it says in that link session that it shows that and nothing
 * else, and no command waits any more. What it said before it was asked (`at`, epoch ms or ISO 8601) is no answer
 * (docs/rules.md#asked-and-shown).
 */
export function stillAsked<Asked extends { value: DeviceStatus; at: number | string }>(
  asked: Asked | null,
  { type, lamps, pending, session }: Said & { type: DeviceType; session: number },
): Asked | null {
  if (asked === null || pending !== null) return asked;
  const isSaid = isShownFresh(lamps, session) && isShownSince(lamps, new Date(asked.at).getTime());
  return isSaid && showsOnly(type, lamps, asked.value) ? null : asked;
}

/** True when the command is over and the device shows something else by its last words. */
export function differsFromAsked(asked: { value: DeviceStatus } | null, { lamps, pending }: Said): boolean {
  const shown = shownBy(lamps);
  if (asked === null || pending !== null || shown === null) return false;
  return shown !== asked.value || litLamps(lamps).length > 1;
}
