import { CSV_OUTCOMES, type CsvRow } from '@semaforo/contract/api/device-csv';
import type { CsvReading } from './check-csv.ts';
import type { KnownDevice } from './known-device.ts';

/** With more a page shows them no better, and the errors are among the first. */
const MOST_ROWS = 1000;

/** What is compared of a device, by its column in the table. */
const FIELDS = ['name', 'type', 'profile', 'latitude', 'longitude', 'username'] as const;

type Fields = Record<(typeof FIELDS)[number], string | null>;

/**
 * The lines of a table, each with what would become of it: those with errors first, then those that change something,
 * at most a thousand. `findByKey` finds what has a topic now.
 */
export function csvRows(
  readings: readonly CsvReading[],
  known: {
    findByKey: (key: string) => KnownDevice | undefined;
    usernames: ReadonlyMap<number, string>;
  },
): CsvRow[] {
  const rank = ({ outcome }: CsvRow) => CSV_OUTCOMES.indexOf(outcome);
  return readings
    .map((reading) => rowOf(reading, known))
    .sort((one, other) => rank(one) - rank(other) || one.line - other.line)
    .slice(0, MOST_ROWS);
}

function rowOf({ line, cells, found }: CsvReading, known: Parameters<typeof csvRows>[1]): CsvRow {
  const {
    name = '',
    topic = '',
    type = '',
    profile = '',
    latitude = '',
    longitude = '',
    username = '',
  } = cells;
  const texts = { line, name, topic, type, profile, latitude, longitude, username };
  if ('error' in found) return { ...texts, outcome: 'error', changes: [], error: found.error };
  const device = known.findByKey(found.topic);
  if (!device) return { ...texts, outcome: 'new', changes: [], error: null };
  const before = fieldsOf(device, known.usernames);
  const after = fieldsOf({ ...device, ...found }, known.usernames);
  const changes = FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
  return { ...texts, outcome: changes.length === 0 ? 'same' : 'changed', changes, error: null };
}

function fieldsOf(device: Omit<KnownDevice, 'id'>, usernames: ReadonlyMap<number, string>): Fields {
  const { name, type, profile, latitude, longitude, ownerId } = device;
  return {
    name,
    type,
    profile,
    latitude: latitude === null ? null : String(latitude),
    longitude: longitude === null ? null : String(longitude),
    username: ownerId === null ? null : (usernames.get(ownerId) ?? null),
  };
}
