import type { DeviceStatus } from '@semaforo/contract/domain/channels';
import { type DeviceAct, type DeviceTrait, planDevices } from './device-plan.ts';
import { type Fault, planFaults } from './fault-plan.ts';
import { type Operation, planOperations } from './operation-plan.ts';
import { createSeededRandom } from './seeded-random.ts';
import type { Setup } from './setups.ts';

/** What happens at a moment of a round, in milliseconds after its start. */
export type Step = { atMs: number } & (
  | { kind: 'operation'; operation: Operation }
  | { kind: 'device'; act: DeviceAct }
  | { kind: 'fault'; fault: Fault }
);

/** All choices of a round. `shows` is what each device shows at first, by key. */
export type RoundPlan = {
  traits: ReadonlyMap<string, DeviceTrait>;
  shows: ReadonlyMap<string, DeviceStatus>;
  steps: readonly Step[];
};

/** The choices of a round: always the same for one seed, round and setup. */
export function planRound(options: {
  seed: number;
  round: number;
  setup: Setup;
  durationMs: number;
}): RoundPlan {
  const { seed, round, setup, durationMs } = options;
  const lot = (part: string) => createSeededRandom(seed, round, part);
  const devices = planDevices(lot('devices'), durationMs);
  const steps: Step[] = [
    ...planOperations(lot('operations'), durationMs).map(
      ({ atMs, ...operation }): Step => ({ atMs, kind: 'operation', operation }),
    ),
    ...devices.acts.map(({ atMs, ...act }): Step => ({ atMs, kind: 'device', act })),
    ...planFaults(lot('faults'), setup, durationMs).map(
      ({ atMs, ...fault }): Step => ({ atMs, kind: 'fault', fault }),
    ),
  ];
  return { traits: devices.traits, shows: devices.shows, steps: steps.sort((a, b) => a.atMs - b.atMs) };
}
