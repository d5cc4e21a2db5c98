import { labelOf } from '@semaforo/contract/domain/label';
import { isSimulated } from '@semaforo/contract/domain/simulated';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import { hasLamps } from './known-device.ts';

/**
 * A device as other systems read of it, and whether it is in error, out of sync or well; undefined while nothing can be
 * said of it: it is gone, simulated, tested, in maintenance, under a command, or only its last known state is known.
 */
export function createReadOutboundDevice({
  directory,
  states,
}: {
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<
    DeviceStates,
    'of' | 'errorOf' | 'errorSince' | 'conditionOf' | 'beforeTest' | 'maintenanceOf' | 'shownOf'
  >;
}) {
  const conditionOf = (id: number, isLit: boolean) => {
    if (states.errorOf(id) !== null) return 'error' as const;
    const condition = states.conditionOf(id);
    if (condition === 'out-of-sync') return 'out_of_sync' as const;
    return condition === 'ok' || !isLit ? ('ok' as const) : undefined;
  };
  return (id: number) => {
    const device = directory.findById(id);
    if (!device || isSimulated(device.topic)) return undefined;
    if (states.beforeTest(id) !== undefined || states.maintenanceOf(id) !== null) return undefined;
    const condition = conditionOf(id, hasLamps(device));
    if (condition === undefined) return undefined;
    const { topic, type, ownerId } = device;
    const data = {
      ...{ id, name: labelOf(device), topic, type, condition, user_id: ownerId },
      status: states.shownOf(id),
      desired: states.of(id).desired?.value ?? null,
      error_reason: states.errorOf(id),
    };
    return { ownerId, condition, since: states.errorSince(id), data };
  };
}
