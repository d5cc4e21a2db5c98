import type { KnownDevice } from './known-device.ts';
import {
  copyOfBlock,
  createRowBlock,
  overwriteRows,
  ROWS_PER_BLOCK,
  type Row,
  type RowBlock,
  rowAt,
} from './row-block.ts';

/** All devices in one order, and what is written of them. */
export type RowTable = {
  readonly devices: readonly KnownDevice[];
  readonly placeOf: ReadonlyMap<number, number>;
  readonly blocks: (RowBlock | undefined)[];
  /** By place: 1 when the row is to be written, though there may be a former one. */
  readonly old: Uint8Array;
  /** Where the rows come from that this table has not taken over yet. */
  former: RowTable | undefined;
};

/** A table of these devices. It takes over, block by block, what the former one has of devices that are the same. */
export function createRowTable(devices: readonly KnownDevice[], former: RowTable | undefined): RowTable {
  const placeOf = new Map<number, number>();
  const old = new Uint8Array(devices.length);
  for (const [place, device] of devices.entries()) {
    placeOf.set(device.id, place);
    if (former === undefined || writtenRowOf(former, device) === undefined) old[place] = 1;
  }
  const blocks = Array.from({ length: Math.ceil(devices.length / ROWS_PER_BLOCK) }, () => undefined);
  // What the former one has not taken over itself is written anew: no chain of tables is kept.
  return { devices, placeOf, blocks, old, former: former && { ...former, former: undefined } };
}

/** The number of the block that has that place. */
export function blockOf(place: number): number {
  return Math.floor(place / ROWS_PER_BLOCK);
}

/** Brings a block up to date; `write` makes the rows of devices that changed. */
export function renewBlock(table: RowTable, block: number, write: (device: KnownDevice) => Row): void {
  const first = block * ROWS_PER_BLOCK;
  const devices = table.devices.slice(first, first + ROWS_PER_BLOCK);
  const written = new Map<number, Row>();
  for (const [at, device] of devices.entries()) {
    if (table.old[first + at] === 0) continue;
    table.old[first + at] = 0;
    written.set(at, write(device));
  }
  const known = table.blocks[block];
  if (known && overwriteRows(known, written)) return;
  const copy = known && known.lent > 0 ? copyOfBlock(known) : undefined;
  if (copy && overwriteRows(copy, written)) {
    table.blocks[block] = copy;
    return;
  }
  const rows = devices.flatMap(
    (device, at) =>
      written.get(at) ??
      (known ? rowAt(known, at) : table.former && writtenRowOf(table.former, device)) ??
      [],
  );
  table.blocks[block] = createRowBlock(rows, { isFirst: block === 0 });
}

/** True when the block is as it should be. */
export function isBlockNew(table: RowTable, block: number): boolean {
  const first = block * ROWS_PER_BLOCK;
  return (
    table.blocks[block] !== undefined && table.old.subarray(first, first + ROWS_PER_BLOCK).indexOf(1) === -1
  );
}

/** The row at that place; undefined when there is none yet. */
export function rowAtPlace(table: RowTable, place: number): Row | undefined {
  const block = table.blocks[blockOf(place)];
  return block && rowAt(block, place % ROWS_PER_BLOCK);
}

/** The row of that device as it should be, if there is one. */
function writtenRowOf(table: RowTable, device: KnownDevice): Row | undefined {
  const place = table.placeOf.get(device.id);
  const isWritten = place !== undefined && table.devices[place] === device && table.old[place] === 0;
  return isWritten ? rowAtPlace(table, place) : undefined;
}
