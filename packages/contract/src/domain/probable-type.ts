import { probableProfile, reportOf } from './board-words.ts';
import { channelOfLantern, colourOfChannel, type DeviceType } from './channels.ts';
import { SIGNAL_COLOURS } from './signal-colour.ts';

/**
 * What the device of that key seems to be, by the channels on which it spoke; null when they do not tell
 * (docs/rules.md#channels-and-colours).
 */
export function probableType(key: string, channels: readonly string[]): DeviceType | null {
  const profile = probableProfile(channels) ?? 'outN';
  if (profile !== 'outN') {
    const light = reportOf({ type: 'lanterna', key, profile }, 'acceso').channel;
    const colours = SIGNAL_COLOURS.map(
      (colour) => reportOf({ type: 'semaforo', key, profile }, colour).channel,
    );
    // The only output of a lantern may have the name of a signal's first.
    if (channels.some((channel) => channel !== light && colours.includes(channel))) return 'semaforo';
    return channels.includes(light) && !colours.includes(light) ? 'lanterna' : null;
  }
  if (channels.some((channel) => colourOfChannel(key, channel) !== undefined)) return 'semaforo';
  const light = channelOfLantern(key);
  return light !== undefined && channels.includes(light) ? 'lanterna' : null;
}
