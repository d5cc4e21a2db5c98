import { type Standing, standingOf } from '@semaforo/contract/domain/standing';
import type { Registry } from 'prom-client';
import { inSlices } from '../platform/in-slices.ts';
import { addMeasuredGauge } from '../platform/measured-gauge.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';

/** How many devices stand how; `differing`: besides, they do not show what was asked of them. */
export type DeviceCounts = Record<Standing, number> & { differing: number };

/** Counts all devices, a slice in each turn. */
export async function countDevices(
  directory: Pick<DeviceDirectory, 'listAll'>,
  states: Pick<DeviceStates, 'of' | 'errorOf' | 'isStale' | 'pendingOf' | 'differs'>,
): Promise<DeviceCounts> {
  const counts = { error: 0, stale: 0, pending: 0, 'no-data': 0, confirmed: 0, differing: 0 };
  await inSlices(directory.listAll(), (some) => {
    for (const { id } of some) {
      const standing = standingOf({
        status: states.of(id).status,
        error: states.errorOf(id) !== null,
        stale: states.isStale(id),
        pending: states.pendingOf(id),
      });
      counts[standing] += 1;
      if (states.differs(id)) counts.differing += 1;
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
    help: 'Devices by what they are shown as: error, stale, pending, no-data, confirmed',
    label: 'state',
    read: async () => {
      const { differing: _differing, ...standings } = await count();
      return standings;
    },
  });
  addMeasuredGauge(registry, {
    name: 'semaforo_devices_differing',
    help: 'Devices that do not show what was asked of them last',
    read: async () => (await count()).differing,
  });
}
