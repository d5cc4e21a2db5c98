import type { DeviceStatus, DeviceType } from '@semaforo/contract/domain/channels';
import type { DesiredSource } from '@semaforo/contract/domain/desired';
import { type DeviceMetrics, parseMetrics } from '@semaforo/contract/domain/device-metrics';
import {
  applyReport,
  type DeviceMessage,
  NEVER_HEARD,
  type ReportedState,
} from '@semaforo/contract/domain/live-message';

/** What a device should show: the status, since when (epoch ms), by whom and why. */
export type Desired = { value: DeviceStatus; since: number; by: string; source: DesiredSource };

/** What is known of a device. Times are epoch milliseconds. */
export type DeviceState = ReportedState &
  DeviceMetrics & {
    metricsUpdatedAt: number | null;
    /** When it last said for how long it runs; null when not since the server started. */
    uptimeAt: number | null;
    /** The link session in which it said so; null like the time. */
    uptimeIn: number | null;
    /** When any live message of the device last arrived; null when it never spoke. */
    heardAt: number | null;
    /** The link session of that message; null for one before the present session. */
    heardIn: number | null;
    /** What it should show, also while it does (docs/rules.md#desired-and-reported); null: nothing is desired. */
    desired: Desired | null;
    /**
     * How often that was commanded again, because the device did not hold it; null: it never is, until it is commanded
     * anew (docs/rules.md#reassertion).
     */
    reasserted: number | null;
  };

export type StoredState = { deviceId: number; state: DeviceState };

export const UNKNOWN_STATE: DeviceState = {
  ...NEVER_HEARD,
  temp: null,
  vcc: null,
  uptime: null,
  metricsUpdatedAt: null,
  uptimeAt: null,
  uptimeIn: null,
  heardAt: null,
  heardIn: null,
  desired: null,
  reasserted: 0,
};

/** `offline` changes no state yet: the device may be back at once, or the broker may be going down. */
export type Heard = { kind: 'report' | 'metrics' | 'online' | 'offline'; state: DeviceState };

const AVAILABILITY_CHANNEL = 'status';
export const OFFLINE = 'Dispositivo non in linea';
export const NOT_HANDLED = 'Un messaggio del dispositivo non è stato elaborato';
/** The embedded broker cut it off (docs/rules.md#said-now). */
export const RATE_EXCEEDED = 'Parla troppo: il broker lo ha scollegato';

/**
 * The state after a message of the device that arrived in a link session (docs/rules.md#what-a-device-shows).
 * Undefined when the message has no meaning and changes nothing.
 */
export function applyDeviceMessage(
  device: { type: DeviceType; topic: string },
  state: DeviceState,
  { message, now, session }: { message: DeviceMessage; now: number; session: number },
): Heard | undefined {
  const heard = message.retained ? {} : { heardAt: now, heardIn: session };
  // What the broker kept retained may be older than the error; what it queued is not.
  const back = message.retained && !message.queued ? state : cameBack(state);
  const reported = applyReport({ type: device.type, key: device.topic }, back, { message, now, session });
  if (reported) return { kind: 'report', state: { ...state, ...reported, ...heard } };
  const metrics = parseMetrics(message.channel, message.payload);
  if (metrics) {
    const metricsUpdatedAt = message.retained ? state.metricsUpdatedAt : now;
    const said = message.retained || metrics.uptime === undefined ? {} : { uptimeAt: now, uptimeIn: session };
    return { kind: 'metrics', state: { ...state, ...metrics, metricsUpdatedAt, ...said, ...heard } };
  }
  if (message.channel !== AVAILABILITY_CHANNEL) return undefined;
  if (message.payload === 'online') {
    // The broker's memory drops a held `offline`, but clears no error (docs/rules.md#retained-messages).
    return { kind: 'online', state: { ...back, ...heard } };
  }
  // The last will is the broker's word, not the device's: it does not count as hearing it.
  return message.payload === 'offline' ? { kind: 'offline', state } : undefined;
}

/** The state with the error flag set for a reason in Italian. The status stays: it is what the device last said. */
export function failed(state: DeviceState, reason: string): DeviceState {
  return { ...state, error: true, errorReason: reason };
}

/** Being there again ends the error of having been offline, and no other. */
function cameBack(state: DeviceState): DeviceState {
  return state.errorReason === OFFLINE ? { ...state, error: false, errorReason: null } : state;
}
