import { maintenanceTrouble } from '@semaforo/contract/domain/maintenance';
import type { LimitFunction } from 'p-limit';
import type { AuditAuthor } from '../database/audit-trail.ts';
import type { Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { DeviceDirectory } from './device-directory.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';
import type { MaintenanceRepository } from './maintenance.repository.ts';

const NONE = new Refusal('conflict', {
  code: 'not-in-maintenance',
  message: 'Il dispositivo non è in manutenzione',
});

type By = { actor: Actor; author: AuditAuthor };

/**
 * What a person does about the maintenance of a device (docs/rules.md#maintenance): stored first, then announced.
 * Each resolves to the device, or to a refusal.
 */
export type MaintainDevice = {
  /** Begins it, or changes one that has begun; `until` in epoch milliseconds. */
  set: (deviceId: number, given: { until: number; reason: string }, by: By) => Promise<KnownDevice | Refusal>;
  end: (deviceId: number, by: By) => Promise<KnownDevice | Refusal>;
};

export function createMaintainDevice(options: {
  repository: Pick<MaintenanceRepository, 'save' | 'end'>;
  directory: Pick<DeviceDirectory, 'findVisible'>;
  states: Pick<DeviceStates, 'maintenanceOf' | 'apply'>;
  /** While a device changes hands, none is put in maintenance. */
  mutex: LimitFunction;
  clock: Clock;
}): MaintainDevice {
  const { repository, directory, states, mutex, clock } = options;
  return {
    set: (deviceId, { until, reason }, { actor, author }) =>
      mutex(async () => {
        const device = directory.findVisible(actor, deviceId);
        if (!device) return notFound();
        const at = clock.now();
        const message = maintenanceTrouble(until, at);
        if (message !== undefined) return new Refusal('invalid', { code: 'wrong-until', message });
        const before = states.maintenanceOf(deviceId);
        const maintenance = { since: before?.since ?? at, until, reason, by: author.username };
        await repository.save(deviceId, maintenance, { at, author, before });
        states.apply(device, { kind: 'maintained', maintenance });
        return device;
      }),
    end: (deviceId, { actor, author }) =>
      mutex(async () => {
        const device = directory.findVisible(actor, deviceId);
        if (!device) return notFound();
        const before = states.maintenanceOf(deviceId);
        if (!before) return NONE;
        await repository.end(deviceId, { at: clock.now(), author, before });
        states.apply(device, { kind: 'maintained', maintenance: null });
        return device;
      }),
  };
}
