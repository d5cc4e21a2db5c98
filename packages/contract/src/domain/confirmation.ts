import type { DeviceStatus, DeviceType } from './channels.ts';
import { type LampColor, type Lamps, lampsOfType, litLamps } from './lamps.ts';

/** True when that word of a device is the one that a command waits for: its new lamp is lit, or a lamp is off. */
export function answersCommand(commanded: DeviceStatus, word: { lamp: LampColor; on: boolean }): boolean {
  return commanded === 'spento' ? !word.on : word.on && word.lamp === commanded;
}

/**
 * True when the lamps show that status and nothing else by their last words. For `spento` each lamp must have spoken
 * (docs/rules.md#confirmation).
 */
export function showsOnly(type: DeviceType, lamps: Lamps, status: DeviceStatus): boolean {
  const lit = litLamps(lamps);
  if (status !== 'spento') return lit.length === 1 && lit[0] === status;
  return lit.length === 0 && lampsOfType(type).every((lamp) => lamps[lamp] !== undefined);
}
