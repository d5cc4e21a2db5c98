import { colourOfChannel, type DeviceStatus, type DeviceType, writesFor } from './channels.ts';
import type { DeviceMessage } from './live-message.ts';

/**
 * True when a message is the device's own word that it shows the commanded status (docs/rules.md#confirmation).
 * `shownAfter` is what it shows after the message; `channelsOff` are the channels that it reported off since the
 * command was sent, this message included.
 */
export function confirmsCommand(
  device: { type: DeviceType; key: string },
  commanded: DeviceStatus,
  heard: { message: DeviceMessage; shownAfter: DeviceStatus | null; channelsOff: ReadonlySet<string> },
): boolean {
  const { message, shownAfter, channelsOff } = heard;
  if (message.retained) return false;
  if (device.type === 'lanterna') return shownAfter === commanded;
  if (commanded === 'spento') {
    return (
      shownAfter === 'spento' ||
      writesFor('semaforo', device.key, 'spento').every(({ channel }) => channelsOff.has(channel))
    );
  }
  return message.payload === '1' && colourOfChannel(device.key, message.channel) === commanded;
}
