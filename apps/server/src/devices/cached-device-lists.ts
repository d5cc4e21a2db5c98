import { randomBytes } from 'node:crypto';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { inChunks } from '../database/in-chunks.ts';
import { SerializedJson } from '../http/serialized-json.ts';
import type { Actor } from '../platform/actor.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { DeviceDirectory } from './device-directory.ts';
import { toManagedDevice, toStatusRecord } from './device-records.ts';
import type { DeviceStates } from './device-states.ts';
import type { KnownDevice } from './known-device.ts';

/** How many written lists are kept: those of the viewers who asked last. */
const LISTS_KEPT = 64;
/** So many are written before the time is asked. */
const DEVICES_PER_LOOK = 100;

type Kind = 'devices' | 'statuses' | 'managed';

/**
 * The lists of devices as JSON. A device is serialized again only when it changed, a list only when one of its
 * devices changed; in slices between which the server does other work.
 */
export type CachedDeviceLists = {
  devices: (actor: Actor, type?: DeviceType) => Promise<SerializedJson>;
  statuses: (actor: Actor, type?: DeviceType) => Promise<SerializedJson>;
  /** `usernames` are those of the owners, by id. */
  managed: (actor: Actor, usernames: ReadonlyMap<number, string>) => Promise<SerializedJson>;
};

export function createCachedDeviceLists({
  directory,
  states,
}: {
  directory: DeviceDirectory;
  states: DeviceStates;
}): CachedDeviceLists {
  // Tags of this process never meet those of another.
  const process = randomBytes(6).toString('hex');
  const lists = new Map<
    string,
    { devices: readonly KnownDevice[]; version: string; written: Promise<SerializedJson> }
  >();
  const statusRow = createRowWriter({
    dependsOn: ({ id }) => [states.of(id), states.pendingOf(id), states.session()],
    write: (device) => toStatusRecord(states, device),
  });
  const managedRow = createRowWriter({
    dependsOn: ({ id }, username) => [states.of(id), states.pendingOf(id), username],
    write: (device, username) => toManagedDevice(states, device, username ?? null),
  });
  let builds = 0;

  const list = (
    request: { kind: Kind; actor: Actor; type: DeviceType | undefined; version: string },
    writeRow: (device: KnownDevice) => string,
  ): Promise<SerializedJson> => {
    const { kind, actor, type, version } = request;
    const devices = directory.list(actor, type);
    const id = `${kind} ${actor.role === 'admin' ? 'all' : actor.id} ${type ?? 'all'}`;
    const known = lists.get(id);
    if (known?.devices === devices && known.version === version) return known.written;
    builds += 1;
    const tag = `${process}-${builds}`;
    const [start, end] = kind === 'statuses' ? ['[', ']'] : ['{"devices":[', ']}'];
    // Shared by those who ask meanwhile. What changes while it is written makes a newer version.
    const written = writeRows(devices, writeRow).then(
      (rows) => new SerializedJson(`${start}${rows.join(',')}${end}`, tag),
    );
    lists.delete(id);
    lists.set(id, { devices, version, written });
    const [oldest] = lists.keys();
    if (lists.size > LISTS_KEPT && oldest !== undefined) lists.delete(oldest);
    return written;
  };

  return {
    devices: (actor, type) =>
      list({ kind: 'devices', actor, type, version: '' }, ({ ownerId: _owner, ...device }) =>
        JSON.stringify(device),
      ),
    statuses: (actor, type) =>
      list({ kind: 'statuses', actor, type, version: String(states.version()) }, (device) =>
        statusRow(device),
      ),
    managed: (actor, usernames) =>
      list(
        {
          kind: 'managed',
          actor,
          type: undefined,
          version: `${states.version()} ${[...usernames.values()].join('\n')}`,
        },
        (device) => managedRow(device, usernames.get(device.ownerId ?? 0)),
      ),
  };
}

async function writeRows(
  devices: readonly KnownDevice[],
  write: (device: KnownDevice) => string,
): Promise<string[]> {
  const slices = createTimeSlices();
  const rows: string[] = [];
  for (const some of inChunks(devices, DEVICES_PER_LOOK)) {
    rows.push(...some.map(write));
    await slices.giveWay();
  }
  return rows;
}

/** Serializes the row of a device, again only when the device or something else that it depends on changed. */
function createRowWriter(options: {
  dependsOn: (device: KnownDevice, username?: string) => readonly unknown[];
  write: (device: KnownDevice, username?: string) => object;
}): (device: KnownDevice, username?: string) => string {
  const rows = new WeakMap<KnownDevice, { dependencies: readonly unknown[]; json: string }>();
  return (device, username) => {
    const dependencies = options.dependsOn(device, username);
    const known = rows.get(device);
    if (known?.dependencies.every((dependency, index) => dependency === dependencies[index]))
      return known.json;
    const json = JSON.stringify(options.write(device, username));
    rows.set(device, { dependencies, json });
    return json;
  };
}
