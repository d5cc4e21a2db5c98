import { CONDITIONS, type Condition } from '@semaforo/contract/domain/condition';
import type { Registry } from 'prom-client';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import { runInChunks } from '../platform/run-in-chunks.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import { hasLamps } from './known-device.ts';

/** How many devices are in which condition; `outOfSync`: those of all that report something else than is desired. */
export type DeviceCounts = Record<Condition, number> & { outOfSync: number };

/** Counts all devices, a slice in each turn. */
export async function countDevices(
  directory: Pick<DeviceDirectory, 'listAll'>,
  states: Pick<DeviceStates, 'conditionOf' | 'isOutOfSync'>,
): Promise<DeviceCounts> {
  const conditions = Object.fromEntries(CONDITIONS.map((condition) => [condition, 0]));
  const counts = { ...(conditions as Record<Condition, number>), outOfSync: 0 };
  await runInChunks(directory.listAll(), (some) => {
    for (const { id } of some.filter(hasLamps)) {
      counts[states.conditionOf(id)] += 1;
      if (states.isOutOfSync(id)) counts.outOfSync += 1;
    }
  });
  return counts;
}

/** Shows how the devices stand to Prometheus: numbers only, never a name. */
export function measureDevices(registry: Registry, countAll: () => Promise<DeviceCounts>): void {
  let counting: Promise<DeviceCounts> | undefined;
  // One reading of the metrics counts once.
  const count = () => {
    counting ??= countAll().finally(() => {
      counting = undefined;
    });
    return counting;
  };
  addMeasuredGauge(registry, {
    name: 'semaforo_devices',
    help: `Devices by what they are shown as: ${CONDITIONS.join(', ')}`,
    label: 'state',
    read: async () => {
      const { outOfSync: _outOfSync, ...conditions } = await count();
      return conditions;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_devices_out_of_sync',
    help: 'Devices that report something else than is desired',
    read: async () => (await count()).outOfSync,
  });
}
