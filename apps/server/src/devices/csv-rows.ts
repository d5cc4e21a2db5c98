import { CSV_OUTCOMES, type CsvRow } from '@semaforo/contract/api/device-csv';
import type { CsvReading } from './check-csv.ts';
import { CSV_COLUMNS, cellOf } from './device-csv.ts';
import type { KnownDevice } from './known-device.ts';

/** With more a page shows them no better, and the errors are among the first. */
const MOST_ROWS = 1000;

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
  const changes = CSV_COLUMNS.map((field) => ({
    field,
    before: textOf(cellOf(device, field, known.usernames)),
    after: textOf(cellOf({ ...device, ...found }, field, known.usernames)),
  })).filter(({ before, after }) => before !== after);
  return { ...texts, outcome: changes.length === 0 ? 'same' : 'changed', changes, error: null };
}

function textOf(cell: string | number | null): string | null {
  return cell === null ? null : String(cell);
}
