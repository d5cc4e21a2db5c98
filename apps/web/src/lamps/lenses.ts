import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type LampColor, severalLitReason } from '@semaforo/contract/domain/lamps';
import { lampsOf } from './record-lamps.ts';

/**
 * How one lamp is drawn, by its own last word: lit or dark as the device says now, the same as last known, lit by its
 * relay and dark by its meter, or never heard (docs/rules.md#lamps).
 */
export type Lens = 'lit' | 'last-known' | 'burnt' | 'dark' | 'dark-last-known' | 'unknown';

/** The lenses of a device; a lamp that it does not have is absent. */
export type Lenses = Readonly<Partial<Record<LampColor, Lens>>>;

type Lit = Pick<DeviceStatusRecord, 'lamps' | 'error' | 'error_reason' | 'silent_since'>;

/**
 * The lenses of a device. With the link down nothing is fresh, nor what a silent device said. In error no lamp is drawn
 * lit, unless the error is that several are.
 */
export function lensesOf(device: Lit, linkUp: boolean): Lenses {
  const isReportedNow = linkUp && device.silent_since === null;
  const mayGlow = isReportedNow && (!device.error || isSeveralLit(device));
  return Object.fromEntries(
    device.lamps.map(({ color, on, fresh, fault }): [LampColor, Lens] => {
      if (on === null) return [color, 'unknown'];
      if (fault === 'burnt') return [color, 'burnt'];
      if (on) return [color, fresh && mayGlow ? 'lit' : 'last-known'];
      return [color, fresh && isReportedNow ? 'dark' : 'dark-last-known'];
    }),
  );
}

function isSeveralLit(device: Lit): boolean {
  return device.error_reason !== null && device.error_reason === severalLitReason(lampsOf(device));
}
