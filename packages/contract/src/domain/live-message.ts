import { channelOfLantern, colourOfChannel, type DeviceStatus, type DeviceType } from './channels.ts';

/** What is known of a device's lamps. Times are epoch milliseconds; `status` null means never heard. */
export type ReportedState = {
  status: DeviceStatus | null;
  updatedAt: number | null;
  error: boolean;
  errorReason: string | null;
};

/** A device's report on one channel. A retained one is the last known state, not news. */
export type Report = { channel: string; payload: string; retained: boolean };

export const NEVER_HEARD: ReportedState = {
  status: null,
  updatedAt: null,
  error: false,
  errorReason: null,
};

/**
 * The state after a report (docs/rules.md#reports; retained: docs/rules.md#retained-messages), or undefined when the report changes nothing:
 * an unmapped channel, or another payload than `1` and `0` on a signal's channel.
 */
export function applyReport(
  device: { type: DeviceType; key: string },
  state: ReportedState,
  report: Report,
  now: number,
): ReportedState | undefined {
  const reported = reportedStatus(device, state.status, report);
  if (reported === undefined) return undefined;
  if (report.retained) return { ...state, status: reported };
  return { status: reported, updatedAt: now, error: false, errorReason: null };
}

function reportedStatus(
  device: { type: DeviceType; key: string },
  shown: DeviceStatus | null,
  { channel, payload }: Report,
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
