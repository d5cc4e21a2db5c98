import { csvLines } from '@semaforo/contract/domain/csv';
import { inChunks } from '../database/in-chunks.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import type { KnownDevice } from './known-device.ts';

/** The columns of the table, in the order in which it is written. Read, they are found by their name. */
export const CSV_COLUMNS = ['name', 'topic', 'type', 'latitude', 'longitude', 'username', 'profile'] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The devices as a table with a header, in pieces. A spreadsheet opens it, and the import reads it again. */
export async function* writeDeviceCsv(
  devices: readonly KnownDevice[],
  usernames: ReadonlyMap<number, string>,
): AsyncGenerator<string> {
  const slices = createTimeSlices();
  yield csvLines([CSV_COLUMNS]);
  for (const some of inChunks(devices)) {
    const rows = some.map(({ name, topic, type, latitude, longitude, ownerId, profile }) => {
      const username = ownerId === null ? '' : (usernames.get(ownerId) ?? '');
      return [name, topic, type, latitude, longitude, username, profile];
    });
    yield csvLines(rows);
    await slices.giveWay();
  }
}
