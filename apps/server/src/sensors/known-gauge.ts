import type { Device } from '@semaforo/contract/api/fields';
import type { DeviceProfile } from '@semaforo/contract/domain/device-profiles';
import { type GaugeScale, USUAL_SCALE } from '@semaforo/contract/domain/sensors/gauge-language';
import { type GaugeLimits, USUAL_LIMITS } from '@semaforo/contract/domain/sensors/gauge-state';
import type { SiteRule } from '@semaforo/contract/domain/sensors/site-rule';

/** A gauge as the directory of devices has it. Its topic is its key. */
export type Gauge = Device & { profile: DeviceProfile; ownerId: number | null };

/** How a gauge is read, and what it can measure at all. */
export type GaugeSettings = GaugeScale & GaugeLimits;

export const USUAL_SETTINGS: GaugeSettings = { ...USUAL_SCALE, ...USUAL_LIMITS };

/** The rule of a site, since when it has it (epoch ms) and by whom. */
export type KeptRule = { rule: SiteRule; at: number; by: string };

/** What a person on the spot saw: whether there is water, who and when (epoch ms). */
export type PersonWord = { saw: boolean; by: string; at: number };

/** What people set of a gauge and said of its site. */
export type SetGauge = {
  deviceId: number;
  settings: GaugeSettings | null;
  kept: KeptRule | null;
  person: PersonWord | null;
};
