import { labelOf } from '@semaforo/contract/domain/label';
import type { WarningColor } from '@semaforo/contract/domain/sensors/site-rule';
import { isSignalColor } from '@semaforo/contract/domain/signal-color';
import { gravityOf } from '@semaforo/contract/domain/what-applies';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';

/**
 * What the board of a signal lit of itself, graver than is desired of it, with the name of the signal; null while it
 * did not (docs/rules.md#local-rule).
 */
export function createLitByBoard({
  directory,
  states,
}: {
  directory: Pick<DeviceDirectory, 'findById'>;
  states: Pick<DeviceStates, 'of' | 'confirmedOf' | 'pendingOf' | 'beforeTest' | 'maintenanceOf'>;
}): (deviceId: number) => { color: WarningColor; name: string } | null {
  return (id) => {
    const device = directory.findById(id);
    const shown = states.confirmedOf(id);
    if (!device || shown === null || shown === 'verde' || !isSignalColor(shown)) return null;
    const isOthers = states.pendingOf(id) ?? states.beforeTest(id) ?? states.maintenanceOf(id) ?? undefined;
    if (isOthers !== undefined) return null;
    const desired = states.of(id).desired?.value ?? 'verde';
    return gravityOf(shown) > gravityOf(desired) ? { color: shown, name: labelOf(device) } : null;
  };
}
