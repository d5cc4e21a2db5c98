import { probableProfile, reportOf } from './board-protocol.ts';
import { channelOfLantern, colorOfChannel, type DeviceType } from './channels.ts';
import { SIGNAL_COLORS } from './signal-color.ts';

/**
 * What the device of that key seems to be, by the channels on which it spoke; null when they do not tell
 * (docs/rules.md#channels-and-colors).
 */
export function probableType(key: string, channels: readonly string[]): DeviceType | null {
  const profile = probableProfile(channels) ?? 'outN';
  if (profile !== 'outN') {
    const light = reportOf({ type: 'lanterna', key, profile }, 'acceso').channel;
    const colors = SIGNAL_COLORS.map((color) => reportOf({ type: 'semaforo', key, profile }, color).channel);
    // The only output of a lantern may have the name of a signal's first.
    if (channels.some((channel) => channel !== light && colors.includes(channel))) return 'semaforo';
    return channels.includes(light) && !colors.includes(light) ? 'lanterna' : null;
  }
  if (channels.some((channel) => colorOfChannel(key, channel) !== undefined)) return 'semaforo';
  const light = channelOfLantern(key);
  return light !== undefined && channels.includes(light) ? 'lanterna' : null;
}
