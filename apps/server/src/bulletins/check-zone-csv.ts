import { foldName } from '@semaforo/contract/domain/bulletin-rules';
import { readCsvText } from '@semaforo/contract/domain/csv';
import { CSV_ERRORS_AT_MOST, type CsvLineError, readCsvHeader } from '../platform/csv-header.ts';
import { type CsvLine, readCsvLines } from '../platform/csv-lines.ts';
import { CsvSyntaxError } from '../platform/read-csv-cell.ts';

/** The columns are those of the Dipartimento's own tables; the region of a zone is ours. */
export const ZONE_COLUMNS = ['zona_codice', 'zona_nome', 'regione_nome'] as const;
export const COMUNE_COLUMNS = [
  'pro_com_t',
  'comune_nome',
  'provincia_nome',
  'provincia_sigla',
  'regione_nome',
  'zona_codice',
  'zona_nome',
] as const;

/** Italy has 7,904 Comuni. */
const ROWS_AT_MOST = 20_000;
const LONGEST = 300;
const ISTAT = /^\d{6}$/;

/** A zone as its line gives it; `region` undefined: the table has no such column. */
export type CsvZone = { code: string; name: string; region: string | undefined };

export type CsvComune = {
  istat: string;
  name: string;
  province: string;
  provinceCode: string;
  region: string;
  /** Null: its zone is not known. */
  zoneCode: string | null;
};

/** `comuni` undefined: it is a table of zones, and those that it lacks are no more. */
export type CheckedZones = {
  zones: CsvZone[];
  comuni: CsvComune[] | undefined;
  errors: CsvLineError[];
};

/** Reads a table of zones, or one of Comuni with their zones, and checks it line by line. */
export async function checkZoneCsv(text: string): Promise<CheckedZones> {
  const table = createTable();
  const errors: CsvLineError[] = [];
  let columns: readonly string[] | undefined;
  try {
    for await (const line of readCsvLines(text)) {
      if (columns === undefined) {
        columns = headerOf(line);
        continue;
      }
      if (table.size() === ROWS_AT_MOST) throw new CsvSyntaxError(line.line, 'La tabella è troppo lunga');
      const error = checkLine(line, columns, table);
      if (error !== undefined) errors.push({ line: line.line, error });
      if (errors.length === CSV_ERRORS_AT_MOST) break;
    }
    if (columns === undefined) throw new CsvSyntaxError(1, 'La tabella è vuota');
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    errors.push({ line: error.line, error: error.message });
  }
  const { zones, comuni } = table.rows();
  return { zones, comuni: columns?.includes('pro_com_t') ? comuni : undefined, errors };
}

function headerOf(line: CsvLine): string[] {
  const isOfComuni = line.cells.some((cell) => cell.trim().toLowerCase() === 'pro_com_t');
  return isOfComuni
    ? readCsvHeader(line, { known: COMUNE_COLUMNS, required: COMUNE_COLUMNS })
    : readCsvHeader(line, { known: ZONE_COLUMNS, required: ['zona_codice', 'zona_nome'] });
}

/** What is wrong with a line in Italian; undefined once it is in the table. */
function checkLine(
  { cells }: CsvLine,
  columns: readonly string[],
  table: ReturnType<typeof createTable>,
): string | undefined {
  if (cells.length !== columns.length) {
    return `La riga ha ${cells.length} colonne, l'intestazione ${columns.length}`;
  }
  const given = new Map(columns.map((column, index) => [column, readCsvText(cells[index] ?? '')]));
  const cell = (name: string) => given.get(name) ?? '';
  if ([...given.values()].some((value) => value.length > LONGEST)) return 'Una cella è troppo lunga';
  const [code, name] = [cell('zona_codice'), cell('zona_nome')];
  const isOfComuni = given.has('pro_com_t');
  if ((code === '') !== (name === '')) return 'La zona ha il codice senza il nome, o il nome senza il codice';
  if (code === '' && !isOfComuni) return 'Manca la zona';
  const region = given.get('regione_nome');
  const wrong = isOfComuni ? wrongWithComune(cell, table) : table.wrongWithRepeatedZone(code);
  if (wrong !== undefined) return wrong;
  const wrongZone = code === '' ? undefined : table.addZone({ code, name, region });
  if (wrongZone !== undefined || !isOfComuni) return wrongZone;
  table.addComune({
    istat: cell('pro_com_t'),
    name: cell('comune_nome'),
    province: cell('provincia_nome'),
    provinceCode: cell('provincia_sigla'),
    region: region ?? '',
    zoneCode: code === '' ? null : code,
  });
  return undefined;
}

function wrongWithComune(
  cell: (name: string) => string,
  table: ReturnType<typeof createTable>,
): string | undefined {
  const istat = cell('pro_com_t');
  if (!ISTAT.test(istat)) return 'Il codice ISTAT ha sei cifre';
  if (table.hasComune(istat)) return `Il Comune ${istat} è ripetuto`;
  return cell('comune_nome') === '' ? 'Manca il nome del Comune' : undefined;
}

/** What was read so far. A zone has one code and one name, in every line that names it. */
function createTable() {
  const zones = new Map<string, CsvZone>();
  const codes = new Map<string, string>();
  const comuni = new Map<string, CsvComune>();
  return {
    size: () => Math.max(zones.size, comuni.size),
    rows: () => ({ zones: [...zones.values()], comuni: [...comuni.values()] }),
    hasComune: (istat: string) => comuni.has(istat),
    addComune: (comune: CsvComune) => void comuni.set(comune.istat, comune),
    wrongWithRepeatedZone: (code: string) => (zones.has(code) ? `La zona ${code} è ripetuta` : undefined),
    /** What is wrong with the zone, if anything; the same zone again is not. */
    addZone: (zone: CsvZone): string | undefined => {
      const known = zones.get(zone.code);
      if (known && known.name !== zone.name) return `La zona ${zone.code} ha anche il nome «${known.name}»`;
      const other = codes.get(foldName(zone.name));
      if (other !== undefined && other !== zone.code) return `La zona ${other} ha già il nome «${zone.name}»`;
      zones.set(zone.code, zone);
      codes.set(foldName(zone.name), zone.code);
      return undefined;
    },
  };
}
