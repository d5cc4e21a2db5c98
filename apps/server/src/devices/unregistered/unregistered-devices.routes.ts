import type {
  UnregisteredDevice,
  unregisteredDeviceRoutes,
} from '@semaforo/contract/api/unregistered-devices';
import { probableProfile } from '@semaforo/contract/domain/board-protocol';
import { probableType } from '@semaforo/contract/domain/probable-type';
import { authorOf } from '../../http/author-of.ts';
import type { Handlers } from '../../http/handlers.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { notFound } from '../../platform/refusal.ts';
import type { DeviceDirectory } from '../device-directory.ts';
import type { DeviceStates } from '../device-states.ts';
import type { IgnoredDevicesRepository } from './ignored-devices.repository.ts';
import type { Received, UnregisteredDevices } from './unregistered-devices.ts';

export function createUnregisteredDeviceHandlers(options: {
  heard: UnregisteredDevices;
  repository: IgnoredDevicesRepository;
  directory: Pick<DeviceDirectory, 'findByKey'>;
  states: Pick<DeviceStates, 'of'>;
  clock: Clock;
}): Handlers<typeof unregisteredDeviceRoutes> {
  const { heard, repository, directory, states, clock } = options;

  /** The registered device of a topic; null: none. Undefined when what was heard is no news, for the device speaks. */
  const registered = ({ key, logIn, at }: Received): number | null | undefined => {
    const device = key === null ? undefined : directory.findByKey(key);
    if (!device) return null;
    return logIn === null || (states.of(device.id).receivedAt ?? 0) >= at ? undefined : device.id;
  };

  return {
    listHeardDevices: async () => {
      const ignored = await repository.list();
      const found = heard.list().flatMap((one) => {
        const deviceId = registered(one);
        return deviceId === undefined ? [] : [recordOf(one, deviceId, ignored.has(one.name))];
      });
      return { heard: found };
    },
    ignoreHeardDevice: async (call) => {
      const { name, ignored } = call.body;
      if (ignored && heard.list().every((one) => one.name !== name)) return notFound();
      await repository.set(name, ignored, { author: authorOf(call), at: clock.now() });
      return undefined;
    },
  };
}

function recordOf(received: Received, deviceId: number | null, ignored: boolean): UnregisteredDevice {
  const { name, key, logIn, count } = received;
  const words = [...received.words].reverse().map(([channel, payload]) => ({ channel, payload }));
  return {
    name,
    key,
    type: key === null ? null : probableType(key, [...received.words.keys()]),
    profile: probableProfile([...received.words.keys()]),
    words,
    log_in: logIn && {
      username: logIn.username,
      client_id: logIn.clientId,
      address: logIn.address,
      reason: logIn.reason,
    },
    device_id: deviceId,
    count,
    heard_at: isoTime(received.at),
    ignored,
  };
}
