import type { DeviceType } from '@semaforo/contract/domain/channels';
import { type DeviceMetrics, parseMetrics } from '@semaforo/contract/domain/device-metrics';
import {
  applyReport,
  type DeviceMessage,
  NEVER_HEARD,
  type ReportedState,
} from '@semaforo/contract/domain/live-message';

/** What is known of a device. Times are epoch milliseconds. */
export type DeviceState = ReportedState &
  DeviceMetrics & {
    metricsUpdatedAt: number | null;
    /** When any live message of the device last arrived; null when it never spoke. */
    heardAt: number | null;
    /**
     * The link session in which an output was last reported live; null while the status is only the last known one.
     */
    reportedIn: number | null;
  };

export const UNKNOWN_STATE: DeviceState = {
  ...NEVER_HEARD,
  temp: null,
  vcc: null,
  uptime: null,
  metricsUpdatedAt: null,
  heardAt: null,
  reportedIn: null,
};

export type Heard = { kind: 'report' | 'metrics' | 'availability'; state: DeviceState };

const AVAILABILITY_CHANNEL = 'status';

/**
 * The state after a message of the device that arrived in a link session (docs/rules.md#what-a-device-shows).
 * Undefined when the message has no meaning and changes nothing.
 */
export function applyDeviceMessage(
  device: { type: DeviceType; topic: string },
  state: DeviceState,
  { message, now, session }: { message: DeviceMessage; now: number; session: number },
): Heard | undefined {
  const heardAt = message.retained ? state.heardAt : now;
  const reported = applyReport({ type: device.type, key: device.topic }, state, { message, now });
  if (reported) {
    const reportedIn = message.retained ? afterRetained(state, reported) : session;
    return { kind: 'report', state: { ...state, ...reported, heardAt, reportedIn } };
  }
  const metrics = parseMetrics(message.channel, message.payload);
  if (metrics) {
    const metricsUpdatedAt = message.retained ? state.metricsUpdatedAt : now;
    return { kind: 'metrics', state: { ...state, ...metrics, metricsUpdatedAt, heardAt } };
  }
  if (message.channel !== AVAILABILITY_CHANNEL) return undefined;
  if (message.payload === 'online') return { kind: 'availability', state: { ...state, heardAt } };
  if (message.payload !== 'offline') return undefined;
  // The last will is the broker's word, not the device's: it does not count as hearing it.
  return { kind: 'availability', state: failed(state, 'Dispositivo non in linea') };
}

/** The state with the error flag set for a reason in Italian. The status stays: it is what the device last said. */
export function failed(state: DeviceState, reason: string): DeviceState {
  return { ...state, error: true, errorReason: reason };
}

/** A retained message that contradicts what was heard live leaves only a last known state. */
function afterRetained(before: DeviceState, after: ReportedState): number | null {
  return after.status === before.status ? before.reportedIn : null;
}
