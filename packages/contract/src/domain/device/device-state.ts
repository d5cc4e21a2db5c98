import type { DeviceStatus } from '../channels.ts';
import type { Desired } from '../desired.ts';
import type { DeviceMetrics } from '../device-metrics.ts';
import {
  type LampFaults,
  type LampMeasures,
  NO_FAULTS,
  NO_MEASURES,
  type UsualPowers,
} from '../lamp-fault.ts';
import type { LinkPolicy } from '../link-policy.ts';
import { NEVER_REPORTED, type ReportedState } from '../live-message.ts';
import type { Maintenance } from '../maintenance.ts';
import type { Rhythm } from './rhythm.ts';

/** Since when something is wrong (epoch ms), and what, in Italian. */
export type Problem = { readonly at: number; readonly reason: string };

/**
 * What is known of a device (docs/device-machine.md). Only `stepDevice` makes the next one. Times are epoch
 * milliseconds, but for those of `offline` and `rhythm`, which are of a monotonic clock.
 */
export type DeviceState = ReportedState &
  DeviceMetrics & {
    metricsUpdatedAt: number | null;
    /** When it last said for how long it runs; null when not since the server started. */
    uptimeAt: number | null;
    /** The link session in which it said so; null like the time. */
    uptimeIn: number | null;
    /** When any live message of the device last arrived; null when it never spoke. */
    receivedAt: number | null;
    /** The link session of that message; null for one before the present session. */
    receivedIn: number | null;
    /** What it measured of its lamps since each last changed; not stored. */
    measures: LampMeasures;
    /** What that says against its relays (docs/rules.md#lamp-faults). */
    lampFaults: LampFaults;
    /** What the board says that it does without a link, and when it said so (epoch ms); not stored. */
    reportedPolicy: (LinkPolicy & { readonly at: number }) | null;
    /** What its lamps drew in the last lamp test. */
    usualPower: UsualPowers;
    /** What it should show, also while it does (docs/rules.md#desired-and-reported); null: nothing is desired. */
    desired: Desired | null;
    /**
     * The id of the delivery that was the last to change that, on any server; 0: none did. Of two servers that know
     * something else to be desired, that of the higher one counts.
     */
    desiredVersion: number;
    /**
     * How often that was commanded again, because the device did not hold it; null: it never is, until it is commanded
     * anew (docs/rules.md#reassertion).
     */
    reasserted: number | null;
    /** What was commanded and is not yet confirmed, by this server and by another one. */
    pending: DeviceStatus | null;
    pendingOnPeer: DeviceStatus | null;
    /**
     * A lamp test has the device: what it shows then means nothing. `former`: what it showed before. `isOver`: the test
     * has ended, and the device is not back at that yet; from then on it may be out of sync.
     */
    test: { readonly former: DeviceStatus; readonly isOver: boolean } | null;
    maintenance: Maintenance | null;
    /** An `offline` that is held for a moment. `losses`: how often the link had been lost by then. */
    offline: { readonly dueAt: number; readonly losses: number } | null;
    /** Null: it was never heard. */
    rhythm: Rhythm | null;
    /** It misses its rhythm, in that link session. */
    quiet: { readonly since: number; readonly session: number } | null;
    /** True from the error of its silence until it is heard. */
    isSilenceNotified: boolean;
    /** Since when several lamps are lit, also while a command changes them. */
    severalSince: number | null;
    /** The error that it is in. `cause` null: whatever it was at the start. */
    errorProblem: (Problem & { readonly cause: string | null }) | null;
    /** That it is out of sync. `desiredSince`: when that was desired; null when it began before the start. */
    outOfSyncProblem: (Problem & { readonly desiredSince: number | null }) | null;
    hold: { readonly state: HoldState; readonly since: number };
  };

/**
 * How a device stands to a desired warning. `milder`: it reports live something milder, and may be commanded that
 * again. `waits`: nothing can be said or done, as a command or a lamp test is under way, people work on it, or it was
 * not heard since the link was made.
 */
export type HoldState = 'in-sync' | 'milder' | 'waits';

/** A device of which nothing is known. */
export const UNKNOWN_DEVICE: DeviceState = {
  ...NEVER_REPORTED,
  temp: null,
  vcc: null,
  uptime: null,
  metricsUpdatedAt: null,
  uptimeAt: null,
  uptimeIn: null,
  receivedAt: null,
  receivedIn: null,
  measures: NO_MEASURES,
  lampFaults: NO_FAULTS,
  usualPower: {},
  reportedPolicy: null,
  desired: null,
  desiredVersion: 0,
  reasserted: 0,
  pending: null,
  pendingOnPeer: null,
  test: null,
  maintenance: null,
  offline: null,
  rhythm: null,
  quiet: null,
  isSilenceNotified: false,
  severalSince: null,
  errorProblem: null,
  outOfSyncProblem: null,
  hold: { state: 'waits', since: 0 },
};

/** A copy that may be changed before anybody sees it. Field by field: a spread takes twenty times as long. */
export function copyOf(state: DeviceState): { -readonly [Key in keyof DeviceState]: DeviceState[Key] } {
  return {
    status: state.status,
    lamps: state.lamps,
    updatedAt: state.updatedAt,
    error: state.error,
    errorReason: state.errorReason,
    temp: state.temp,
    vcc: state.vcc,
    uptime: state.uptime,
    metricsUpdatedAt: state.metricsUpdatedAt,
    uptimeAt: state.uptimeAt,
    uptimeIn: state.uptimeIn,
    receivedAt: state.receivedAt,
    receivedIn: state.receivedIn,
    measures: state.measures,
    lampFaults: state.lampFaults,
    usualPower: state.usualPower,
    reportedPolicy: state.reportedPolicy,
    desired: state.desired,
    desiredVersion: state.desiredVersion,
    reasserted: state.reasserted,
    pending: state.pending,
    pendingOnPeer: state.pendingOnPeer,
    test: state.test,
    maintenance: state.maintenance,
    offline: state.offline,
    rhythm: state.rhythm,
    quiet: state.quiet,
    isSilenceNotified: state.isSilenceNotified,
    severalSince: state.severalSince,
    errorProblem: state.errorProblem,
    outOfSyncProblem: state.outOfSyncProblem,
    hold: state.hold,
  };
}

/** The link to the broker: its session, how often it was lost; `since`: when it was made or lost (monotonic, ms). */
export type Link = {
  readonly session: number;
  readonly isOpen: boolean;
  readonly since: number;
  readonly losses: number;
};

/** When an event happens: by the clock, and by a monotonic one (ms). `silenceMs` 0: silence means nothing. */
export type Moment = {
  readonly now: number;
  readonly elapsed: number;
  readonly link: Link;
  readonly silenceMs: number;
};
