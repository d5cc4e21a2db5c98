import type { LanternState } from './lantern-state.ts';
import { SIGNAL_COLORS, type SignalColor, type SignalStatus } from './signal-color.ts';

/** The types of devices that have lamps and are commanded. */
export const LAMP_DEVICE_TYPES = ['semaforo', 'lanterna'] as const;

/** All types of devices; a `misuratore` measures water and has no lamp (docs/rules.md#gauges). */
export const DEVICE_TYPES = [...LAMP_DEVICE_TYPES, 'misuratore'] as const;

export type LampDeviceType = (typeof LAMP_DEVICE_TYPES)[number];
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** What a device can show; a signal never shows `acceso`, a lantern never a color. */
export type DeviceStatus = SignalStatus | LanternState;

/** One output write: the channel (`out3`) and `1` (on) or `0` (off). */
export type OutputWrite = { channel: string; payload: '0' | '1' };

const OUTPUT_CHANNEL = /^out([0-9])$/;

/** Signals under `/3/` count their outputs from out1, all others from out2 (docs/rules.md#channels-and-colors). */
function firstColorOutput(key: string): number {
  return key.startsWith('/3/') ? 1 : 2;
}

/** The output channel that carries a color on a signal. */
export function channelOfColor(key: string, color: SignalColor): string {
  return `out${firstColorOutput(key) + SIGNAL_COLORS.indexOf(color)}`;
}

/** The color that an output channel carries on a signal, or undefined when the channel is not mapped. */
export function colorOfChannel(key: string, channel: string): SignalColor | undefined {
  const output = OUTPUT_CHANNEL.exec(channel)?.[1];
  return output === undefined ? undefined : SIGNAL_COLORS[Number(output) - firstColorOutput(key)];
}

/**
 * The output channel of a lantern: out0 under `/3/`, out1 under `/4/` (docs/rules.md#channels-and-colors). Undefined
 * under any other family, where a lantern cannot exist.
 */
export function channelOfLantern(key: string): string | undefined {
  if (key.startsWith('/3/')) return 'out0';
  if (key.startsWith('/4/')) return 'out1';
  return undefined;
}

/** True when the channel reports an output of that device: a color on a signal, the light on a lantern. */
export function isMappedChannel(type: DeviceType, key: string, channel: string): boolean {
  if (type === 'lanterna') return channelOfLantern(key) === channel;
  return type === 'semaforo' && colorOfChannel(key, channel) !== undefined;
}

/**
 * The writes that make a device show a status, in the order in which they must reach it: the new lamp on first,
 * then the others off, so that a cut midway leaves the new color lit (docs/rules.md#order-of-writes).
 * Empty when the device cannot show that status.
 */
export function writesFor(type: DeviceType, key: string, status: DeviceStatus): OutputWrite[] {
  if (type === 'lanterna') {
    const channel = channelOfLantern(key);
    if (channel === undefined || (status !== 'acceso' && status !== 'spento')) return [];
    return [{ channel, payload: status === 'acceso' ? '1' : '0' }];
  }
  if (type === 'misuratore' || status === 'acceso') return [];
  const off = SIGNAL_COLORS.filter((color) => color !== status).map(
    (color): OutputWrite => ({ channel: channelOfColor(key, color), payload: '0' }),
  );
  return status === 'spento' ? off : [{ channel: channelOfColor(key, status), payload: '1' }, ...off];
}

/**
 * True when a device of that type can show the status: a color or spento for a signal, acceso or spento for a lantern.
 */
export function mayShow(type: DeviceType, status: DeviceStatus): boolean {
  if (type === 'misuratore') return false;
  if (status === 'spento') return true;
  return (status === 'acceso') === (type === 'lanterna');
}
