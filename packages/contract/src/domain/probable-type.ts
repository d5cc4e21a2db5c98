import { channelOfLantern, colourOfChannel, type DeviceType } from './channels.ts';

/**
 * What the device of that key seems to be, by the channels on which it spoke; null when they do not tell
 * (docs/rules.md#channels-and-colours).
 */
export function probableType(key: string, channels: readonly string[]): DeviceType | null {
  if (channels.some((channel) => colourOfChannel(key, channel) !== undefined)) return 'semaforo';
  const light = channelOfLantern(key);
  return light !== undefined && channels.includes(light) ? 'lanterna' : null;
}
