import type { DeviceType } from './channels.ts';
import { DECIMAL } from './device-metrics.ts';
import type { DeviceProfile } from './device-profiles.ts';
import { DRAWS_FROM_W, type LampMeasure } from './lamp-fault.ts';
import { type Lamp, type LampColor, lampOfChannel } from './lamps.ts';

/**
 * By what the console knows what it shows of a lamp: the board repeats what it was told, it says what its relay is at,
 * or current or light agrees with that (docs/rules.md#witnesses).
 */
export const WITNESSES = ['command', 'relay', 'current'] as const;

export type Witness = (typeof WITNESSES)[number];

const MEASURE_CHANNEL = /^(out[0-9])\/(power|light)$/;

/** The lamp that a message measures, and what it says; undefined when it measures none. */
export function lampMeasure(
  device: { type: DeviceType; key: string },
  { channel, payload }: { channel: string; payload: string },
): { lamp: LampColor; power: number } | { lamp: LampColor; light: boolean } | undefined {
  const [, output = '', kind] = MEASURE_CHANNEL.exec(channel) ?? [];
  const lamp = lampOfChannel(device, output);
  if (lamp === undefined) return undefined;
  if (kind === 'light')
    return payload === '1' || payload === '0' ? { lamp, light: payload === '1' } : undefined;
  const power = DECIMAL.test(payload) ? Number(payload) : Number.NaN;
  return Number.isFinite(power) && power >= 0 ? { lamp, power } : undefined;
}

/** By what a lamp is known; `measure`: what was measured of it since it last changed. */
export function witnessOf(
  profile: DeviceProfile,
  lamp: Lamp | undefined,
  measure: LampMeasure | undefined,
): Witness {
  const isLit = measure && (measure.light ?? (measure.power ?? 0) >= DRAWS_FROM_W);
  if (lamp && measure && measure.reportedIn === lamp.reportedIn && isLit === lamp.on) return 'current';
  return profile === 'outN' ? 'command' : 'relay';
}
