import {
  deviceName,
  deviceProfile,
  deviceType,
  latitude,
  longitude,
  topic,
} from '@semaforo/contract/api/fields';
import { csvLines } from '@semaforo/contract/domain/csv';
import { z } from 'zod';
import { inChunks } from '../database/in-chunks.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { KnownDevice } from './known-device.ts';

/**
 * The columns of the table in the order in which they are written, each with how its text is read: the fields of the
 * JSON API. A field of a device without a column does not compile.
 */
const columns = {
  name: deviceName.exactOptional(),
  topic,
  type: deviceType,
  latitude: z.string().transform(toNumber).pipe(latitude).exactOptional(),
  longitude: z.string().transform(toNumber).pipe(longitude).exactOptional(),
  username: z.string().exactOptional(),
  profile: deviceProfile.exactOptional(),
} satisfies Record<Exclude<keyof KnownDevice, 'id' | 'ownerId'> | 'username', z.ZodType>;

/** A line of the table, by its columns. */
export const csvLine = z.object(columns);

/** The columns, found by their name when the table is read. */
export const CSV_COLUMNS = csvLine.keyof().options;

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** What a device has in a column; null for nothing. */
export function cellOf(
  device: Omit<KnownDevice, 'id'>,
  column: CsvColumn,
  usernames: ReadonlyMap<number, string>,
): string | number | null {
  if (column !== 'username') return device[column];
  return device.ownerId === null ? null : (usernames.get(device.ownerId) ?? null);
}

/** The devices as a table with a header, in pieces. A spreadsheet opens it, and the import reads it again. */
export async function* writeDeviceCsv(
  devices: readonly KnownDevice[],
  usernames: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  const slices = createTimeSlices();
  yield csvLines([CSV_COLUMNS]);
  for (const some of inChunks(devices)) {
    yield csvLines(some.map((device) => CSV_COLUMNS.map((column) => cellOf(device, column, usernames))));
    await slices.yieldToEventLoop();
  }
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A decimal number, with a point or a comma; null for an empty cell, NaN for anything else. */
function toNumber(cell: string): number | null {
  if (cell === '') return null;
  const decimal = cell.replace(',', '.');
  return DECIMAL.test(decimal) ? Number(decimal) : Number.NaN;
}
