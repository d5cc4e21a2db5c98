import { readCsvText } from '@semaforo/contract/domain/csv';
import { CSV_ERRORS_AT_MOST, type CsvLineError, readCsvHeader } from '../platform/csv-header.ts';
import { type CsvLine, readCsvLines } from '../platform/csv-lines.ts';
import { CsvSyntaxError } from '../platform/read-csv-cell.ts';
import { CSV_COLUMNS, type CsvColumn, csvLine } from './device-csv.ts';
import type { KnownDevice } from './known-device.ts';
import { NEW_DEVICE, refusalOf } from './manage-devices.ts';

/** Italy has 7,904 Comuni. While a table is written, the embedded database does nothing else. */
const MAX_DEVICES = 20_000;
const TOO_MANY = 'Al massimo 20.000 dispositivi per tabella: dividila in più parti';
const REQUIRED_COLUMNS: readonly CsvColumn[] = ['topic', 'type'];

/** What was read of a line: its cells by column, and the device that they make or what is wrong with them. */
export type CsvReading = {
  line: number;
  cells: Readonly<Partial<Record<string, string>>>;
  found: CsvDevice | { error: string };
};

/** A device as its line gives it; a column that the table lacks is left out, and then stays as it is. */
export type CsvDevice = Pick<KnownDevice, 'topic' | 'type'> & Partial<Omit<KnownDevice, 'id'>>;

/**
 * Reads a table of devices and checks it line by line. `ownerIds` are the users by name, `stored` the devices of before
 * by their topic and by that in lower case. `read` is called with each line.
 */
export async function checkCsv(
  text: string,
  ownerIds: ReadonlyMap<string, number>,
  options: {
    stored?: ReadonlyMap<string, KnownDevice>;
    read?: ((reading: CsvReading) => void) | undefined;
  } = {},
): Promise<{ devices: CsvDevice[]; errors: CsvLineError[] }> {
  const devices: CsvDevice[] = [];
  const errors: CsvLineError[] = [];
  const lineOfTopic = new Map<string, number>();
  let columns: readonly string[] | undefined;
  try {
    for await (const line of readCsvLines(text)) {
      if (columns === undefined) {
        columns = readCsvHeader(line, { known: CSV_COLUMNS, required: REQUIRED_COLUMNS });
        continue;
      }
      if (devices.length === MAX_DEVICES) throw new CsvSyntaxError(line.line, TOO_MANY);
      const checked = checkLine(line, { columns, ownerIds, lineOfTopic, stored: options.stored });
      if (typeof checked === 'string') errors.push({ line: line.line, error: checked });
      else devices.push(checked);
      const found = typeof checked === 'string' ? { error: checked } : checked;
      options.read?.({ line: line.line, cells: cellsOf(line, columns), found });
      if (errors.length === CSV_ERRORS_AT_MOST) break;
    }
    if (columns === undefined) throw new CsvSyntaxError(1, 'La tabella è vuota');
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    errors.push({ line: error.line, error: error.message });
  }
  return { devices, errors };
}

function cellsOf({ cells }: CsvLine, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, readCsvText(cells[index] ?? '')]));
}

/** The device of a line, or what is wrong with it in Italian. */
function checkLine(
  { line, cells }: CsvLine,
  table: {
    columns: readonly string[];
    ownerIds: ReadonlyMap<string, number>;
    /** By the topic in lower case; filled as the lines go by. */
    lineOfTopic: Map<string, number>;
    stored: ReadonlyMap<string, KnownDevice> | undefined;
  },
): CsvDevice | string {
  const { columns, ownerIds, lineOfTopic } = table;
  if (cells.length !== columns.length) {
    return `La riga ha ${cells.length} colonne, l'intestazione ${columns.length}`;
  }
  const parsed = csvLine.safeParse(cellsOf({ line, cells }, columns));
  if (!parsed.success) return parsed.error.issues.map(({ message }) => message).join('; ');
  const { username, ...device } = parsed.data;
  const key = device.topic.toLowerCase();
  const before = table.stored?.get(device.topic) ?? table.stored?.get(key);
  if (before && before.topic !== device.topic) return otherCase(before.topic);
  const refusal = refusalOf({ ...(before ?? NEW_DEVICE), ...device }, device);
  if (refusal) return refusal.message;
  const former = lineOfTopic.get(key);
  if (former !== undefined) return `Il topic è già alla riga ${former}`;
  lineOfTopic.set(key, line);
  if (username === undefined) return device;
  const ownerId = username === '' ? null : ownerIds.get(username);
  return ownerId === undefined ? `L'utente «${username}» non esiste` : { ...device, ownerId };
}

function otherCase(topic: string): string {
  return `Il topic c’è già, scritto ${topic}: maiuscole e minuscole sono la stessa cosa`;
}
