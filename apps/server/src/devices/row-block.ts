/**
 * Rows per block: of 80,000 devices 625 blocks of some 80 KB, each a piece of an answer. With a string for each device
 * `memory` was 32 % more, and reading 10,000 devices while states change took 0.55 s and more instead of 0.05.
 */
export const ROWS_PER_BLOCK = 128;

const COMMA = ','.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
/** Room for the words that take the place of shorter ones: `false` for `true`, `arancio` for `rosso`. */
const ROOM_BYTES = 12;

/**
 * The JSON of some devices, one after the other, each after a comma, the first of a list after a space, and with some
 * spaces to grow into.
 */
export type RowBlock = {
  readonly bytes: Buffer;
  /** Where the room of each row ends. */
  readonly ends: readonly number[];
  /** The version in which each row was written. */
  readonly versions: number[];
  /** The newest of them. */
  newest: number;
  /** How many answers are being sent from these bytes: as long as there is one, they are not changed. */
  lent: number;
};

/** A row for a block: its JSON after one byte for the separator, and how much room it is to have. */
export type Row = { bytes: Buffer; room: number; version: number };

/** A row of newly written JSON. */
export function writtenRow(json: string, version: number): Row {
  const bytes = Buffer.from(`,${json}`);
  return { bytes, room: bytes.length + ROOM_BYTES, version };
}

/** A row of a block. */
export function rowAt(block: RowBlock, at: number): Row {
  const bytes = block.bytes.subarray(startOf(block, at), block.ends[at]);
  return { bytes, room: bytes.length, version: block.versions[at] ?? 0 };
}

/** A block of these rows. `isFirst`: no other block comes before. */
export function createRowBlock(rows: readonly Row[], { isFirst }: { isFirst: boolean }): RowBlock {
  const ends: number[] = [];
  let end = 0;
  for (const { room } of rows) {
    end += room;
    ends.push(end);
  }
  // Every byte is written below: to clear 80 KB first would take longer than the rows.
  const bytes = Buffer.allocUnsafe(end);
  const versions = rows.map(({ version }) => version);
  const block = { bytes, ends, versions, newest: Math.max(0, ...versions), lent: 0 };
  for (const [at, row] of rows.entries()) {
    const start = startOf(block, at);
    row.bytes.copy(bytes, start);
    bytes.fill(SPACE, start + row.bytes.length, ends[at]);
    bytes[start] = isFirst && at === 0 ? SPACE : COMMA;
  }
  return block;
}

/** The same block in bytes of its own, of which no answer is being sent. */
export function copyOfBlock(block: RowBlock): RowBlock {
  return { ...block, bytes: Buffer.from(block.bytes), versions: [...block.versions], lent: 0 };
}

/** Writes the rows over the former ones; nothing, and false, when one is too long or an answer is being sent. */
export function overwriteRows(block: RowBlock, rows: ReadonlyMap<number, Row>): boolean {
  const { bytes, ends, versions } = block;
  for (const [at, row] of rows) {
    if (block.lent > 0 || row.bytes.length > (ends[at] ?? 0) - startOf(block, at)) return false;
  }
  for (const [at, row] of rows) {
    const start = startOf(block, at);
    row.bytes.copy(bytes, start + 1, 1);
    bytes.fill(SPACE, start + row.bytes.length, ends[at]);
    versions[at] = row.version;
    block.newest = Math.max(block.newest, row.version);
  }
  return true;
}

function startOf({ ends }: Pick<RowBlock, 'ends'>, at: number): number {
  return ends[at - 1] ?? 0;
}
