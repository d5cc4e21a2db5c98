import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { confirmedStatusOf } from '@semaforo/contract/domain/condition';
import type { DesiredSource } from '@semaforo/contract/domain/desired';
import { gravityOf } from '@semaforo/contract/domain/what-applies';

/** A signal as the channel of a Comune counts it. */
export type ChannelSignal = {
  id: number;
  name: string | null;
  status: DeviceStatus | null;
  error: boolean;
  /** True when the status is only the last known one. */
  stale: boolean;
  /** True when it misses the rhythm at which it used to report. */
  silent: boolean;
  /** The status that was commanded and is not confirmed yet. */
  pending: DeviceStatus | null;
  outOfSync: boolean;
  /** What it should show, since when (epoch ms) and why; null when it was never commanded. */
  desired: { value: DeviceStatus; since: number; source: DesiredSource } | null;
  inMaintenance: boolean;
  /** An exercise has lit it: nothing of that is for citizens. */
  inExercise: boolean;
};

/**
 * What a signal reported last that counted, and since when (epoch ms; 0: unknown): the end of an alert that came
 * later ends that, too.
 */
export type Shown = { status: DeviceStatus; at: number };

/** By device id: what each signal is taken to show until it reports something else itself. */
export type ShownBySignals = ReadonlyMap<number, Shown>;

/** True for a signal whose lamps mean nothing to citizens: in an exercise, or while people work on it. */
export function reportsNothing({ inExercise, inMaintenance }: ChannelSignal): boolean {
  return inExercise || inMaintenance;
}

/** The color that a signal itself reports, live and as desired; null when nothing counts (docs/rules.md#citizens). */
export function countedStatusOf(signal: ChannelSignal): DeviceStatus | null {
  return reportsNothing(signal) || signal.outOfSync ? null : confirmedStatusOf(signal);
}

/** How grave a status is for citizens: verde, dark and unknown are equally mild. */
export function citizensGravity(status: DeviceStatus | null | undefined): number {
  return status === null || status === undefined ? 0 : Math.max(0, gravityOf(status));
}

/** True for a signal whose last color does not count now, or not yet, and was that of an alert. */
export function isHeldBack(signal: ChannelSignal, last: Shown | undefined): boolean {
  if (countedStatusOf(signal) !== null && signal.pending === null) return false;
  return last !== undefined && citizensGravity(last.status) > 0;
}

/**
 * What the signals are taken to show after they were read at `now`. One that does not answer keeps what it showed; a
 * milder color counts only once its command is over.
 */
export function shownAfter(
  before: ShownBySignals,
  signals: readonly ChannelSignal[],
  now: number,
): ShownBySignals {
  const shown = new Map<number, Shown>();
  for (const signal of signals) {
    const former = before.get(signal.id);
    const next = nextShown(former, signal, now);
    if (next) shown.set(signal.id, next);
  }
  return shown;
}

function nextShown(former: Shown | undefined, signal: ChannelSignal, now: number): Shown | undefined {
  const status = countedStatusOf(signal);
  if (status === null) {
    if (former !== undefined || signal.status === null || reportsNothing(signal)) return former;
    // Never counted: its last known report is all that there is.
    return { status: signal.status, at: 0 };
  }
  if (former?.status === status) {
    const until = wantedUntil(signal, status, now);
    return until > former.at ? { status, at: until } : former;
  }
  const isMilder = former !== undefined && citizensGravity(status) < citizensGravity(former.status);
  return isMilder && signal.pending !== null ? former : { status, at: now };
}

/**
 * Until when the color is known to be wanted: what a person commands does not end with an alert, and is wanted at each
 * reading; what an alert commands, since it did. 0 when something else is, or when no end could change anything.
 */
function wantedUntil({ desired }: ChannelSignal, status: DeviceStatus, now: number): number {
  if (desired?.value !== status || citizensGravity(status) === 0) return 0;
  return desired.source === 'alert' ? desired.since : now;
}
