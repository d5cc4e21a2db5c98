import { randomBytes } from 'node:crypto';
import type { DeviceType, LampDeviceType } from '@semaforo/contract/domain/channels';
import { SerializedJson } from '../http/serialized-json.ts';
import type { Actor } from '../platform/actor.ts';
import type { DeviceDirectory } from './device-directory.ts';
import { toManagedDevice, toStatusRecord } from './device-records.ts';
import { createDeviceRows, type DeviceRows } from './device-rows.ts';
import type { DeviceStates } from './device-states.ts';
import { hasLamps, type KnownDevice } from './known-device.ts';

type Kind = 'devices' | 'statuses' | 'managed';

const EVERYTHING = { id: 0, username: '', role: 'admin' } as const;
const BARE_LIST = [Buffer.from('['), Buffer.from(']')] as const;
const NAMED_LIST = [Buffer.from('{"devices":['), Buffer.from(']}')] as const;

/**
 * The lists of devices as JSON. They share the bytes of each device, which are written again only when it changed
 * (docs/decisions/0028-list-serialization.md).
 */
export type CachedDeviceLists = {
  devices: (actor: Actor, type?: DeviceType) => Promise<SerializedJson>;
  statuses: (actor: Actor, type?: LampDeviceType) => Promise<SerializedJson>;
  /** `usernames` are those of the owners, by id. */
  managed: (actor: Actor, usernames: ReadonlyMap<number, string>) => Promise<SerializedJson>;
  /** Writes ahead what an admin's page asks first. */
  prepare: () => Promise<void>;
};

export function createCachedDeviceLists({
  directory,
  states,
}: {
  directory: DeviceDirectory;
  states: DeviceStates;
}): CachedDeviceLists {
  const listAll = () => directory.list(EVERYTHING);
  const listWithLamps = () => directory.list(EVERYTHING, 'lamps');
  let owners: ReadonlyMap<number, string> = new Map();
  const rows: Record<Kind, DeviceRows> = {
    devices: createDeviceRows({
      listAll,
      write: ({ ownerId: _owner, profile: _profile, ...device }) => JSON.stringify(device),
    }),
    statuses: createDeviceRows({
      listAll: listWithLamps,
      write: (device) => (hasLamps(device) ? JSON.stringify(toStatusRecord(states, device)) : ''),
    }),
    managed: createDeviceRows({
      listAll,
      write: (device) =>
        JSON.stringify(toManagedDevice(states, device, owners.get(device.ownerId ?? 0) ?? null)),
    }),
  };
  states.follow((deviceId) => {
    rows.statuses.changed(deviceId);
    rows.managed.changed(deviceId);
  });
  const tagOf = createTags();

  const list = async (kind: Kind, actor: Actor, type?: DeviceType | 'lamps'): Promise<SerializedJson> => {
    const devices = directory.list(actor, type);
    const { pieces, version, release } = await rows[kind].read(devices);
    const [start, end] = kind === 'statuses' ? BARE_LIST : NAMED_LIST;
    return new SerializedJson([start, ...pieces, end], { tag: `${tagOf(devices)}-${version}`, release });
  };

  return {
    devices: (actor, type) => list('devices', actor, type),
    statuses: (actor, type) => list('statuses', actor, type ?? 'lamps'),
    managed: (actor, usernames) => {
      const isOther = (ownerId: number) => owners.get(ownerId) !== usernames.get(ownerId);
      if ([...owners.keys(), ...usernames.keys()].some(isOther)) {
        for (const { id, ownerId } of listAll()) if (isOther(ownerId ?? 0)) rows.managed.changed(id);
      }
      owners = usernames;
      return list('managed', actor);
    },
    prepare: async () => {
      const { release } = await rows.statuses.read(listWithLamps());
      release();
    },
  };
}

/** Gives each list of devices a name of its own, which no other process gives to any list. */
function createTags(): (devices: readonly KnownDevice[]) => string {
  const process = randomBytes(6).toString('hex');
  const tags = new WeakMap<readonly KnownDevice[], string>();
  let lists = 0;
  return (devices) => {
    const known = tags.get(devices);
    if (known !== undefined) return known;
    lists += 1;
    const tag = `${process}-${lists}`;
    tags.set(devices, tag);
    return tag;
  };
}
