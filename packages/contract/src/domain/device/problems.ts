import { describeOutOfSync } from '../describe-out-of-sync.ts';
import { isOutOfSync } from '../desired.ts';
import { lampFaultReason, lampFaultsOf } from '../lamp-fault.ts';
import { describeShown, litLamps, severalLitReason } from '../lamps.ts';
import type { DeviceState, Moment } from './device-state.ts';
import { deviceErrorOf, pendingOf } from './device-view.ts';
import { holdOf } from './reassertion.ts';

/** The cause of the one error that lit lamps are together, whichever they are and whatever is repeated of them. */
export const SEVERAL_LIT = 'several lamps are lit';

/** The state with what is wrong with it at that moment, and since when; the same one when nothing of that changed. */
export function withProblems(reported: DeviceState, at: Moment): DeviceState {
  const { lampFaults: known } = reported;
  const { lamps, measures } = reported;
  const lampFaults = lampFaultsOf(known, { lamps, measures, session: at.link.session, now: at.now });
  const state = lampFaults === known ? reported : { ...reported, lampFaults };
  const severalSince = litLamps(state.lamps).length > 1 ? (state.severalSince ?? at.now) : null;
  const errorProblem = errorProblemOf(state, severalSince, at.now);
  const outOfSyncProblem = outOfSyncProblemOf(state, at.now);
  const holds = holdOf(state, at);
  const hold = holds === state.hold.state ? state.hold : { state: holds, since: at.now };
  const isSame =
    severalSince === state.severalSince &&
    errorProblem === state.errorProblem &&
    outOfSyncProblem === state.outOfSyncProblem &&
    hold === state.hold;
  return isSame ? state : { ...state, severalSince, errorProblem, outOfSyncProblem, hold };
}

/**
 * Several lit lamps are an error from the report that contradicted to the one that agreed. No repeated report and no
 * command in between ends it, nor does what else goes wrong meanwhile make another one of it (docs/rules.md#errors).
 */
function errorProblemOf(
  state: DeviceState,
  severalSince: number | null,
  now: number,
): DeviceState['errorProblem'] {
  const { errorProblem: known } = state;
  const several = severalSince === null ? null : severalLitReason(state.lamps);
  const ofLamps = pendingOf(state) === null ? lampFaultReason(state.lampFaults) : null;
  const reason = several ?? (state.error ? (state.errorReason ?? '') : ofLamps);
  if (reason === null) return null;
  const cause = several === null ? reason : SEVERAL_LIT;
  if (known?.cause === cause) return known;
  if (known?.cause === null) return { ...known, cause };
  return deviceErrorOf(state) === null ? null : { cause, reason, at: severalSince ?? now };
}

/**
 * A device is out of sync once, from the report that contradicted to the one that agreed. To command once more what is
 * desired does not end that it is not shown. While its lamps change, none or several are lit for a moment: the sentence
 * names the last single lamp that it showed, where there was one.
 */
function outOfSyncProblemOf(state: DeviceState, now: number): DeviceState['outOfSyncProblem'] {
  const { desired, lamps, outOfSyncProblem: known } = state;
  if (state.test?.isOver === false || !isOutOfSync(desired, { lamps, pending: null })) return null;
  const pending = pendingOf(state);
  const isOfDesired = known?.desiredSince === null || known?.desiredSince === desired?.since;
  if (pending !== null) return known && pending === desired?.value && isOfDesired ? known : null;
  if (known && litLamps(lamps).length !== 1) return known;
  const at = known?.at ?? now;
  const reason = describeOutOfSync({ desired, words: describeShown(lamps) }, at);
  if (reason === undefined || reason === known?.reason) return known;
  return { reason, at, desiredSince: desired?.since ?? null };
}
