import { readFile } from 'node:fs/promises';
import { type CsvComune, type CsvZone, checkZoneCsv } from './check-zone-csv.ts';

/** Of which day the tables in `zone-tables` are; their README says where they come from, and under which licence. */
export const BUILT_IN_DAY = '2026-08-08';

export type BuiltInZones = { zones: CsvZone[]; comuni: CsvComune[] };

/** Reads the warning zones and Comuni that come with the product; the regions of zones are those of their Comuni. */
export async function readBuiltInZones(): Promise<BuiltInZones> {
  const [{ zones }, { zones: ofComuni, comuni = [] }] = [
    await read('zone.csv'),
    await read('zone_comuni.csv'),
  ];
  const regions = new Map(ofComuni.map(({ code, region }) => [code, region]));
  return { zones: zones.map((zone) => ({ ...zone, region: regions.get(zone.code) })), comuni };
}

async function read(name: string) {
  const file = new URL(`./zone-tables/${name}`, import.meta.url);
  const table = await checkZoneCsv(await readFile(file, 'utf8'));
  if (table.errors.length > 0) throw new Error(`${name}: ${table.errors[0]?.error}`);
  return table;
}
