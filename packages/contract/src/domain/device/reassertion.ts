import { gravityOf } from '../alert-rules.ts';
import type { DeviceStatus } from '../channels.ts';

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

/**
 * When what is desired of a device is to be commanded again (docs/rules.md#reassertion). Times are epoch milliseconds;
 * `dueAt` null: not now; `inSyncSince` null: it is not in sync.
 */
export type Reassertion = { readonly dueAt: number | null; readonly inSyncSince: number | null };

export const NOTHING_DUE: Reassertion = { dueAt: null, inSyncSince: null };

/**
 * How the device stands. `milder`: it reports live something milder than is desired, and no command is under way for
 * it. `waits`: nothing can be said, as a command is under way, or the device was not heard since the link was made.
 */
export type HoldState = 'in-sync' | 'milder' | 'waits';

type Situation = {
  state: HoldState;
  /** How often it was commanded again for this deviation. */
  tries: number;
  /** False in maintenance, in a lamp test, and of what was desired before the update to this rule. */
  mayAct: boolean;
  now: number;
};

/** `commands`: it is to be commanded now, which is one try more; `forgets`: its tries are to be forgotten. */
export type ReassertionStep = { reassertion: Reassertion; commands: boolean; forgets: boolean };

/** What is due next, and what is to be done now. */
export function stepReassertion(
  former: Reassertion,
  { state, tries, mayAct, now }: Situation,
): ReassertionStep {
  const next = (reassertion: Reassertion, { commands = false, forgets = false } = {}) => ({
    ...{ reassertion, commands, forgets },
  });
  if (state === 'in-sync') {
    const inSyncSince = former.inSyncSince ?? now;
    const hasHeld = tries > 0 && now - inSyncSince >= HELD_AFTER_MS;
    return next({ dueAt: null, inSyncSince }, { forgets: hasHeld });
  }
  const wait = WAITS_MS[tries];
  if (state === 'waits' || !mayAct || wait === undefined) return next(NOTHING_DUE);
  if (former.dueAt === null) return next({ dueAt: now + wait, inSyncSince: null });
  return now < former.dueAt ? next(former) : next(NOTHING_DUE, { commands: true });
}
