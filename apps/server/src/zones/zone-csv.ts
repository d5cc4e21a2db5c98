import type { ComuneRecord } from '@semaforo/contract/api/zones';
import { csvLines } from '@semaforo/contract/domain/csv';
import { inChunks } from '../database/in-chunks.ts';
import type { ZonesTable } from '../database/schema/zones.ts';
import { createTimeSlices } from '../platform/time-slices.ts';
import { COMUNE_COLUMNS, ZONE_COLUMNS } from './check-zone-csv.ts';

/** The zones as a table for a spreadsheet with a header, as the import reads it. */
export function writeZonesCsv(zones: readonly ZonesTable[]): string {
  const rows = zones.map(({ code, name, region }) => [code, name, region ?? '']);
  return csvLines([ZONE_COLUMNS, ...rows]);
}

/** The Comuni with their zones as a table for a spreadsheet with a header, as the import reads it; in pieces. */
export async function* writeComuniCsv(
  comuni: readonly ComuneRecord[],
  zones: readonly ZonesTable[],
): AsyncGenerator<string> {
  const names = new Map(zones.map(({ code, name }) => [code, name]));
  const slices = createTimeSlices();
  yield csvLines([COMUNE_COLUMNS]);
  for (const some of inChunks(comuni)) {
    const rows = some.map(({ istat, name, province, province_code, region, zone }) => {
      const zoneName = zone === null ? undefined : names.get(zone);
      // A zone that counts no more has no name to be read again with.
      const cells = zone === null || zoneName === undefined ? ['', ''] : [zone, zoneName];
      return [istat, name, province, province_code, region, ...cells];
    });
    yield csvLines(rows);
    await slices.giveWay();
  }
}
