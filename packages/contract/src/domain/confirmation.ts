import { colourOfChannel, type DeviceStatus, type DeviceType, writesFor } from './channels.ts';
import type { Report } from './live-message.ts';

/**
 * True when a report is the device's own word that it shows the commanded status (docs/rules.md#confirmation).
 * A retained report never is. A colour is confirmed by `1` on its channel; acceso and spento of a lantern by the state it then shows;
 * spento of a signal by the shown state becoming spento, or by `0` on all four channels (`channelsOff`: those reported off since the
 * command was sent, this report included).
 */
export function confirmsCommand(
  device: { type: DeviceType; key: string },
  commanded: DeviceStatus,
  report: Report,
  shownAfter: DeviceStatus | null,
  channelsOff: ReadonlySet<string>,
): boolean {
  if (report.retained) return false;
  if (device.type === 'lanterna') return shownAfter === commanded;
  if (commanded === 'spento') {
    return (
      shownAfter === 'spento' ||
      writesFor('semaforo', device.key, 'spento').every(({ channel }) => channelsOff.has(channel))
    );
  }
  return report.payload === '1' && colourOfChannel(device.key, report.channel) === commanded;
}
