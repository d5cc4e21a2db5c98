import type { DeviceStatus, DeviceType } from './channels.ts';
import { type LampColor, type Lamps, lampWord, severalLitReason } from './lamps.ts';

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

export const NEVER_HEARD: ReportedState = {
  status: null,
  lamps: {},
  updatedAt: null,
  error: false,
  errorReason: null,
};

/**
 * The state after a report in that link session (docs/rules.md#reports, docs/rules.md#retained-messages), or undefined
 * when the message says nothing of a lamp. `now` is epoch milliseconds.
 */
export function applyReport(
  device: { type: DeviceType; key: string },
  state: ReportedState,
  { message, now, session }: { message: DeviceMessage; now: number; session: number },
): ReportedState | undefined {
  const word = lampWord(device, message);
  if (word === undefined) return undefined;
  const { lamp, on } = word;
  if (message.retained) return afterRetained(state, { lamp, on, session });
  return {
    status: statusAfter(state.status, lamp, on),
    lamps: { ...state.lamps, [lamp]: { on, saidAt: now, saidIn: session } },
    updatedAt: now,
    error: false,
    errorReason: null,
  };
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

/** The broker's memory counts only for a lamp of which the device itself has not spoken in this session. */
function afterRetained(
  state: ReportedState,
  { lamp, on, session }: { lamp: LampColor; on: boolean; session: number },
): ReportedState {
  const former = state.lamps[lamp];
  if (former?.saidIn === session) return state;
  const isHeard = Object.values(state.lamps).some(({ saidIn }) => saidIn === session);
  return {
    ...state,
    status: isHeard ? state.status : statusAfter(state.status, lamp, on),
    lamps: { ...state.lamps, [lamp]: { on, saidAt: former?.on === on ? former.saidAt : null, saidIn: null } },
  };
}

/** What a device shows after the word of one of its lamps. */
export function statusAfter(shown: DeviceStatus | null, lamp: LampColor, on: boolean): DeviceStatus | null {
  if (on) return lamp;
  // A lantern has no other lamp that could go on showing something.
  return lamp === 'acceso' || shown === lamp ? 'spento' : shown;
}
