import type { DeviceStatusRecord } from '@semaforo/contract/api/devices';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callForBody } from './call.ts';
import { firstLiveConnection } from './first-live-connection.ts';
import { createLastReading } from './last-reading.ts';
import { queryKeys } from './query-keys.ts';
import { readList } from './read-list.ts';

const BLOCK_SIZE = 256;

/**
 * Every device that the user may see, of both types, in the server's order. It is never changed in place. A change
 * makes a new snapshot that shares all unchanged blocks, so one of 80,000 devices costs one block instead of a copy of
 * all.
 */
export type DeviceStatuses = {
  readonly blocks: readonly (readonly DeviceStatusRecord[])[];
  /** The place of each device in the list, by key (its topic). The map stays the same until the list is read again. */
  readonly places: ReadonlyMap<string, number>;
};

const lastReading = createLastReading<DeviceStatuses>();

/** The one cache entry of device states: pages read it, live events write it. */
export const deviceStatusesQuery = queryOptions({
  queryKey: queryKeys.deviceStatuses,
  queryFn: async ({ signal }): Promise<DeviceStatuses> => {
    await firstLiveConnection();
    return readStatuses(signal);
  },
});

/**
 * Reads the states before the socket is there, for a first picture. Whatever is known when the socket connects is then
 * read again; an answer that came only after that may lack what changed before it, and is read again, too.
 */
export async function readStatusesAhead(queryClient: QueryClient): Promise<void> {
  const { queryKey } = deviceStatusesQuery;
  const socket = { isThere: false };
  void firstLiveConnection().then(() => {
    socket.isThere = true;
  });
  await queryClient.prefetchQuery({ queryKey, queryFn: ({ signal }) => readStatuses(signal) });
  if (socket.isThere) await queryClient.invalidateQueries({ queryKey });
}

async function readStatuses(signal: AbortSignal): Promise<DeviceStatuses> {
  const known = lastReading.known();
  const response = await callForBody('listDeviceStatuses', {
    signal,
    ...(known && { knownTag: known.tag }),
  });
  if (known && response.status === 304) return known.answer;
  const statuses = createDeviceStatuses(await readList<DeviceStatusRecord>(response));
  lastReading.keep(response.headers.get('etag'), statuses);
  return statuses;
}

/** To be called when the server said that a device changed: the list that it would send is another now. */
export const forgetReadStatuses = lastReading.forget;

/** A snapshot of the records that the server listed. */
export function createDeviceStatuses(records: readonly DeviceStatusRecord[]): DeviceStatuses {
  const places = new Map<string, number>();
  const blocks: DeviceStatusRecord[][] = [];
  for (let first = 0; first < records.length; first += BLOCK_SIZE) {
    const block = records.slice(first, first + BLOCK_SIZE);
    for (const { topic } of block) places.set(topic, places.size);
    blocks.push(block);
  }
  return { blocks, places };
}

/** The device with that key, if the user may see it. */
export function findDevice(statuses: DeviceStatuses, key: string): DeviceStatusRecord | undefined {
  const place = statuses.places.get(key);
  return place === undefined
    ? undefined
    : statuses.blocks[Math.floor(place / BLOCK_SIZE)]?.[place % BLOCK_SIZE];
}

/** The device with that id, if the user may see it. */
export function findDeviceById(statuses: DeviceStatuses, id: number): DeviceStatusRecord | undefined {
  let keys = keysById.get(statuses.places);
  if (!keys) {
    keys = new Map(listDevices(statuses).map((device) => [device.id, device.topic]));
    keysById.set(statuses.places, keys);
  }
  const key = keys.get(id);
  return key === undefined ? undefined : findDevice(statuses, key);
}

/** Made once for each list that was read. */
const keysById = new WeakMap<DeviceStatuses['places'], ReadonlyMap<number, string>>();

/** All devices, in the server's order. */
export function listDevices(statuses: DeviceStatuses): DeviceStatusRecord[] {
  return statuses.blocks.flat();
}

/**
 * The snapshot with these records in place of the old ones; the same snapshot when there are none. A device that is not
 * in the list is ignored: the next reading brings it.
 */
export function replaceRecords(
  statuses: DeviceStatuses,
  records: Iterable<DeviceStatusRecord>,
): DeviceStatuses {
  const changed = new Map<number, DeviceStatusRecord[]>();
  for (const record of records) {
    const place = statuses.places.get(record.topic);
    if (place === undefined) continue;
    const at = Math.floor(place / BLOCK_SIZE);
    const block = changed.get(at) ?? [...(statuses.blocks[at] ?? [])];
    block[place % BLOCK_SIZE] = record;
    changed.set(at, block);
  }
  if (changed.size === 0) return statuses;
  return { ...statuses, blocks: statuses.blocks.map((block, at) => changed.get(at) ?? block) };
}

/** The devices whose record has changed; undefined when the list was read again in between. */
export function changedDevices(
  before: DeviceStatuses,
  after: DeviceStatuses,
): DeviceStatusRecord[] | undefined {
  if (before.places !== after.places) return undefined;
  return after.blocks.flatMap((block, at) => {
    const former = before.blocks[at];
    return block === former ? [] : block.filter((record, index) => record !== former?.[index]);
  });
}
