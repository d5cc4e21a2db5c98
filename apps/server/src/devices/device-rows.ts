import { createTimeSlices } from '../platform/time-slices.ts';
import type { KnownDevice } from './known-device.ts';
import { createRowBlock, ROWS_PER_BLOCK, writtenRow } from './row-block.ts';
import { blockOf, createRowTable, isBlockNew, type RowTable, renewBlock, rowAtPlace } from './row-table.ts';

/**
 * The JSON of every device, written once for all viewers, and again only when the device changed. What is asked for is
 * brought up to date then, in slices between which the server does other work.
 */
export type DeviceRows = {
  /** The row of that device, or of each, is no longer what it was. */
  changed: (deviceId: number | 'all') => void;
  /** The rows of these devices of the directory. */
  read: (devices: readonly KnownDevice[]) => Promise<ReadRows>;
};

/**
 * Rows as pieces of a list, without its brackets. They are not changed until `release` is called, once. The version is
 * another one whenever one of the rows is.
 */
export type ReadRows = { pieces: Buffer[]; version: number; release: () => void };

/** `listAll` gives all devices, and another list whenever a device came, went or was edited. */
export function createDeviceRows(options: {
  listAll: () => readonly KnownDevice[];
  write: (device: KnownDevice) => string;
}): DeviceRows {
  let table: RowTable | undefined;
  let version = 0;
  const write = (device: KnownDevice) => {
    version += 1;
    return writtenRow(options.write(device), version);
  };
  const renew = async (current: RowTable, blocks: Iterable<number>) => {
    const slices = createTimeSlices();
    for (const block of blocks) {
      if (!isBlockNew(current, block)) renewBlock(current, block, write);
      await slices.yieldToEventLoop();
    }
  };

  return {
    changed: (deviceId) => {
      if (table === undefined) return;
      const place = deviceId === 'all' ? undefined : table.placeOf.get(deviceId);
      if (deviceId === 'all') table.old.fill(1);
      else if (place !== undefined) table.old[place] = 1;
    },
    read: async (devices) => {
      const all = options.listAll();
      if (table?.devices !== all) table = createRowTable(all, table);
      const current = table;
      if (devices === all) {
        await renew(current, current.blocks.keys());
        current.former = undefined;
        return readAll(current);
      }
      const places = devices.flatMap(({ id }) => current.placeOf.get(id) ?? []);
      await renew(current, new Set(places.map(blockOf)));
      return readSome(current, places);
    },
  };
}

/** Lends the blocks themselves. */
function readAll(table: RowTable): ReadRows {
  const blocks = table.blocks.filter((block) => block !== undefined);
  for (const block of blocks) block.lent += 1;
  return {
    pieces: blocks.map(({ bytes }) => bytes),
    version: blocks.reduce((latest, { newest }) => Math.max(latest, newest), 0),
    release: () => {
      for (const block of blocks) block.lent -= 1;
    },
  };
}

/** Copies what lies apart. */
function readSome(table: RowTable, places: readonly number[]): ReadRows {
  const pieces: Buffer[] = [];
  let version = 0;
  for (let first = 0; first < places.length; first += ROWS_PER_BLOCK) {
    const some = places.slice(first, first + ROWS_PER_BLOCK);
    const rows = some.flatMap((place) => rowAtPlace(table, place) ?? []);
    const { bytes, newest } = createRowBlock(rows, { isFirst: first === 0 });
    pieces.push(bytes);
    version = Math.max(version, newest);
  }
  return { pieces, version, release: () => undefined };
}
