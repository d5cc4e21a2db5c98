import { channelOfLantern, colourOfChannel, type DeviceStatus, type DeviceType } from './channels.ts';

/** What a device reported. Times are epoch milliseconds; `status` null: never heard. */
export type ReportedState = {
  status: DeviceStatus | null;
  updatedAt: number | null;
  error: boolean;
  errorReason: string | null;
};

/** A message on a device's channel. A retained one is what the broker kept, not what the device just said. */
export type DeviceMessage = { channel: string; payload: string; retained: boolean };

export const NEVER_HEARD: ReportedState = {
  status: null,
  updatedAt: null,
  error: false,
  errorReason: null,
};

/**
 * The state after a report (docs/rules.md#reports, docs/rules.md#retained-messages), or undefined when the message
 * changes nothing: an unmapped channel, or a payload other than `1` and `0` on a signal's channel. `now` is epoch
 * milliseconds.
 */
export function applyReport(
  device: { type: DeviceType; key: string },
  state: ReportedState,
  { message, now }: { message: DeviceMessage; now: number },
): ReportedState | undefined {
  const reported = reportedStatus(device, state.status, message);
  if (reported === undefined) return undefined;
  if (message.retained) return { ...state, status: reported };
  return { status: reported, updatedAt: now, error: false, errorReason: null };
}

function reportedStatus(
  device: { type: DeviceType; key: string },
  shown: DeviceStatus | null,
  { channel, payload }: DeviceMessage,
): DeviceStatus | null | undefined {
  if (device.type === 'lanterna') {
    if (channelOfLantern(device.key) !== channel) return undefined;
    return payload === '1' ? 'acceso' : 'spento';
  }
  const colour = colourOfChannel(device.key, channel);
  if (colour === undefined) return undefined;
  if (payload === '1') return colour;
  if (payload === '0') return shown === colour ? 'spento' : shown;
  return undefined;
}
