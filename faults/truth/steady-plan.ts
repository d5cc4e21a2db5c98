import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import type { DeviceTrait } from './device-plan.ts';
import type { RoundPlan } from './round-plan.ts';
import { TOWN } from './town.ts';

const OBEDIENT: DeviceTrait = { kind: 'obedient', delayMs: 0, repeatsOnJoin: false, keepsSession: false };

/** A round in which nothing happens by lot: all devices obey and show verde, and none says anything twice. */
export function steadyPlan(trait: (index: number) => Partial<DeviceTrait> = () => ({})): RoundPlan {
  return {
    traits: new Map(TOWN.map(({ key }, index) => [key, { ...OBEDIENT, ...trait(index) }])),
    shows: new Map(
      TOWN.map(({ key, type }): [string, DeviceStatus] => [key, type === 'lanterna' ? 'spento' : 'verde']),
    ),
    steps: [],
  };
}
