import type { Desired } from '../desired.ts';
import { LAMP_COLORS, type Lamp, type LampColor } from '../lamps.ts';
import { type ReportedState, statusAfter } from '../live-message.ts';
import type { DeviceState } from './device-state.ts';

/** What is known of a device by more than its own reports, as any server stored it. */
export type PeerState = Pick<
  DeviceState,
  'error' | 'errorReason' | 'desired' | 'desiredVersion' | 'reasserted' | 'pending'
>;

/** What is known already of the same command: after a restart it is not known which kind of schedule gave it. */
export function sameDesired(known: Desired | null, now: Desired): Desired {
  const isSame = known?.value === now.value && known.since === now.since && known.by === now.by;
  return isSame ? known : now;
}

/** With what peers know; not while a command is under way here. `now` is epoch milliseconds. */
export function mergePeerState(state: DeviceState, known: PeerState, now: number): DeviceState {
  if (state.pending !== null) return state;
  const { error, errorReason, desiredVersion, reasserted, pending: pendingOnPeer } = known;
  const isSameDesired =
    known.desired === null
      ? state.desired === null
      : state.desired !== null &&
        sameDesired(state.desired, known.desired) === state.desired &&
        state.desired.source === known.desired.source;
  const isSame =
    isSameDesired &&
    desiredVersion === state.desiredVersion &&
    error === state.error &&
    errorReason === state.errorReason &&
    reasserted === state.reasserted &&
    pendingOnPeer === state.pendingOnPeer;
  if (isSame) return state;
  const desired = isSameDesired ? state.desired : known.desired;
  // It has held only from the last try on, whoever made it.
  const hold = reasserted === state.reasserted ? state.hold : { ...state.hold, since: now };
  return { ...state, error, errorReason, desired, desiredVersion, reasserted, pendingOnPeer, hold };
}

/**
 * With what a peer heard since, of each lamp that this one has not heard in its link session: it is the last
 * that anybody knows, so no lamp of it is fresh.
 */
export function mergePeerReport(
  ours: DeviceState,
  theirs: Pick<ReportedState, 'status' | 'updatedAt' | 'lamps'>,
  session: number,
): DeviceState {
  const hasReported = Object.values(ours.lamps).some(({ reportedIn }) => reportedIn === session);
  const newer: Partial<Record<LampColor, Lamp>> = {};
  let { status } = ours;
  for (const color of LAMP_COLORS) {
    const reported = theirs.lamps[color];
    const own = ours.lamps[color];
    if (!reported || reported.reportedAt === null || own?.reportedIn === session) continue;
    if (reported.reportedAt <= (own?.reportedAt ?? Number.NEGATIVE_INFINITY)) continue;
    newer[color] = { ...reported, reportedIn: null };
    status = statusAfter(status, color, reported.on);
  }
  if (Object.keys(newer).length === 0) return ours;
  const lamps = { ...ours.lamps, ...newer };
  if (hasReported) return { ...ours, lamps, status };
  return { ...ours, lamps, status: theirs.status, updatedAt: theirs.updatedAt };
}
