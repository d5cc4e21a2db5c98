import type { DeviceStatus, DeviceType } from './channels.ts';
import { type Lamp, type LampColor, type Lamps, lampReport, severalLitReason } from './lamps.ts';

/** What a device reported. Times are epoch milliseconds; `status` null: never heard. */
export type ReportedState = {
  status: DeviceStatus | null;
  lamps: Lamps;
  updatedAt: number | null;
  error: boolean;
  errorReason: string | null;
};

/**
 * A message on a device's channel. A retained one is what the broker kept, not what the device just said; one that is
 * `queued`, too, was said while nobody listened, after all that was heard before.
 */
export type DeviceMessage = {
  channel: string;
  payload: string;
  retained: boolean;
  queued?: boolean | undefined;
};

export const NEVER_REPORTED: ReportedState = {
  status: null,
  lamps: {},
  updatedAt: null,
  error: false,
  errorReason: null,
};

/**
 * The state after the word of a lamp in that link session (docs/rules.md#reports, docs/rules.md#retained-messages).
 * `now` is epoch milliseconds.
 */
export function afterReport(
  state: ReportedState,
  { lamp, on }: { lamp: LampColor; on: boolean },
  { said, now, session }: { said: Pick<DeviceMessage, 'retained' | 'queued'>; now: number; session: number },
): ReportedState {
  if (said.queued) return afterQueued(state, { lamp, on, session });
  if (said.retained) return afterRetained(state, { lamp, on, session });
  return {
    status: statusAfter(state.status, lamp, on),
    lamps: { ...state.lamps, [lamp]: { on, reportedAt: now, reportedIn: session } },
    updatedAt: now,
    error: false,
    errorReason: null,
  };
}

/** The state after a message; undefined when that says nothing of a lamp. `now` is epoch milliseconds. */
export function applyReport(
  device: { type: DeviceType; key: string },
  state: ReportedState,
  { message, now, session }: { message: DeviceMessage; now: number; session: number },
): ReportedState | undefined {
  const report = lampReport(device, message);
  return report && afterReport(state, report, { said: message, now, session });
}

/**
 * Why a device is in error, in Italian, or null: what is remembered, or lamps that are lit together while no command is
 * changing them (docs/rules.md#errors). `pending` is the status that was commanded and is not confirmed yet.
 */
export function errorOf(
  state: Pick<ReportedState, 'error' | 'errorReason' | 'lamps'>,
  pending: DeviceStatus | null,
): string | null {
  if (state.error) return state.errorReason;
  return pending === null ? severalLitReason(state.lamps) : null;
}

type Report = { lamp: LampColor; on: boolean; session: number };

/**
 * What was said while nobody listened is newer than all that was heard before, and than what the broker keeps besides:
 * that comes in the same session, which is over when messages are live again. So it is never fresh.
 */
function afterQueued(state: ReportedState, { lamp, on, session }: Report): ReportedState {
  const former = state.lamps[lamp];
  return {
    ...state,
    status: statusAfter(state.status, lamp, on),
    lamps: {
      ...state.lamps,
      [lamp]: { on, reportedAt: former?.on === on ? former.reportedAt : null, reportedIn: session },
    },
  };
}

/**
 * The broker's memory has no time, and may be older than anything. It counts only for a lamp of which the device itself
 * was never heard, now or before (docs/rules.md#retained-messages).
 */
function afterRetained(state: ReportedState, { lamp, on, session }: Report): ReportedState {
  const hasReported = ({ reportedAt, reportedIn }: Lamp) => reportedAt !== null || reportedIn === session;
  const former = state.lamps[lamp];
  if (former && hasReported(former)) return state;
  const showsWhatWasReported = Object.values(state.lamps).some(hasReported);
  return {
    ...state,
    status: showsWhatWasReported ? state.status : statusAfter(state.status, lamp, on),
    lamps: { ...state.lamps, [lamp]: { on, reportedAt: null, reportedIn: null } },
  };
}

/** What a device shows after the word of one of its lamps. */
export function statusAfter(shown: DeviceStatus | null, lamp: LampColor, on: boolean): DeviceStatus | null {
  if (on) return lamp;
  // A lantern has no other lamp that could go on showing something.
  return lamp === 'acceso' || shown === lamp ? 'spento' : shown;
}
