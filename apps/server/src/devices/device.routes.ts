import type { deviceRoutes } from '@semaforo/contract/api/devices';
import { lanternStateOf } from '@semaforo/contract/domain/lantern-state';
import { authorOf } from '../http/author-of.ts';
import type { Handlers } from '../http/handlers.ts';
import { notFound, Refusal } from '../platform/refusal.ts';
import type { AcceptReported } from './accept-reported.ts';
import type { CachedDeviceLists } from './cached-device-lists.ts';
import type { DeviceDirectory } from './device-directory.ts';
import { toStatusRecord } from './device-records.ts';
import type { DeviceStates } from './device-states.ts';
import type { DevicesRepository } from './devices.repository.ts';
import { hasLamps, type KnownDevice } from './known-device.ts';
import type { MaintainDevice } from './maintain-device.ts';
import { type DeviceManagement, NEW_DEVICE } from './manage-devices.ts';
import type { createReadManagedDevice } from './read-managed-device.ts';

export function createDeviceHandlers(options: {
  directory: DeviceDirectory;
  states: DeviceStates;
  management: DeviceManagement;
  lists: CachedDeviceLists;
  acceptReported: AcceptReported;
  maintainDevice: MaintainDevice;
  repository: Pick<DevicesRepository, 'usernames'>;
  readManaged: ReturnType<typeof createReadManagedDevice>;
}): Handlers<typeof deviceRoutes> {
  const { directory, states, management } = options;
  const managed = (device: KnownDevice | Refusal) =>
    device instanceof Refusal ? device : options.readManaged(device);
  const status = (device: KnownDevice | Refusal) => {
    if (device instanceof Refusal) return device;
    return hasLamps(device) ? toStatusRecord(states, device) : notFound();
  };

  return {
    listDevices: ({ actor, query }) => options.lists.devices(actor, query.type),
    listDeviceStatuses: ({ actor, query }) => options.lists.statuses(actor, query.type),
    listDeviceStates: ({ actor, query }) =>
      Object.fromEntries(
        directory.list(actor, query.type).flatMap((device) => {
          const { status } = states.of(device.id);
          if (status === null) return [];
          return [[device.topic, device.type === 'lanterna' ? lanternStateOf(status) : status]];
        }),
      ),
    acceptReported: async ({ actor, address, params, body }) => {
      const { lit, desired_since } = body ?? {};
      const seen = { lit, desiredSince: desired_since === undefined ? undefined : Date.parse(desired_since) };
      const author = authorOf({ actor, address });
      return status(await options.acceptReported(params.id, { actor, author, seen }));
    },
    setMaintenance: async ({ actor, address, params, body }) => {
      const given = { until: Date.parse(body.until), reason: body.reason };
      const author = authorOf({ actor, address });
      return status(await options.maintainDevice.set(params.id, given, { actor, author }));
    },
    endMaintenance: async ({ actor, address, params }) => {
      const author = authorOf({ actor, address });
      return status(await options.maintainDevice.end(params.id, { actor, author }));
    },
    listManagedDevices: async ({ actor }) =>
      options.lists.managed(actor, await options.repository.usernames()),
    createDevice: async (call) => {
      const { userId, ...body } = call.body;
      const { name = null, latitude = null, longitude = null, profile = NEW_DEVICE.profile } = body;
      const given = { ...body, name, latitude, longitude, profile, ownerId: userId };
      return managed(await management.create({ ...NEW_DEVICE, ...given }, authorOf(call)));
    },
    updateDevice: async (call) => {
      const given = Object.entries(call.body).filter(([, value]) => value !== undefined);
      return managed(await management.update(call.params.id, Object.fromEntries(given), authorOf(call)));
    },
    assignDevice: async (call) =>
      managed(await management.assign(call.params.id, call.body.userId, authorOf(call))),
    deleteDevice: (call) => management.delete(call.params.id, authorOf(call)),
  };
}
