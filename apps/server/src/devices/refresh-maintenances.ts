import type { DeviceStates } from './device-states.ts';
import type { MaintenanceRepository } from './maintenance.repository.ts';

/** Takes over the maintenances that other servers set or ended: few at a time, so all of them are read. */
export function createRefreshMaintenances({
  repository,
  states,
}: {
  repository: Pick<MaintenanceRepository, 'listAll'>;
  states: Pick<DeviceStates, 'replaceMaintenances' | 'maintenanceVersion'>;
}): () => Promise<void> {
  return async () => {
    const version = states.maintenanceVersion();
    const stored = await repository.listAll();
    // What was set here meanwhile may be missing in what was read; the next time it is not.
    if (states.maintenanceVersion() === version) states.replaceMaintenances(stored);
  };
}
