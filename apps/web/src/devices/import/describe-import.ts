import type { CsvReport, CsvRow } from '@semaforo/contract/api/device-csv';
import { csvLines } from '@semaforo/contract/domain/csv';
import { counted, wholeNumber } from '@semaforo/contract/domain/italian';
import type { PillKind } from '../../ui/pill.tsx';

/** The table that the import takes, to be filled in. */
export const MODEL = [
  'name;topic;type;latitude;longitude;username;profile',
  'Piazza Municipio;/3/comune/s1;semaforo;44,8123;9,6712;comune;outN',
  'Lanterna del ponte;/4/comune/l1;lanterna;;;comune;tasmota',
  '',
].join('\r\n');

export const OUTCOMES: Record<CsvRow['outcome'], { label: string; many: string; pill: PillKind }> = {
  error: { label: 'Errore', many: 'Errori', pill: 'err' },
  changed: { label: 'Cambia', many: 'Cambiano', pill: 'unequal' },
  new: { label: 'Nuovo', many: 'Nuovi', pill: 'wait' },
  same: { label: 'Uguale', many: 'Uguali', pill: 'off' },
};

const FIELDS: Record<string, string> = {
  name: 'Nome',
  type: 'Tipo',
  profile: 'Profilo',
  latitude: 'Latitudine',
  longitude: 'Longitudine',
  username: 'Comune',
};

/** How many lines of the whole table have each outcome. */
export function countsOf({
  created,
  updated,
  unchanged,
  errors,
}: CsvReport): Record<CsvRow['outcome'], number> {
  return { error: errors.length, changed: updated, new: created, same: unchanged };
}

/** '9 nuovi', '1 uguale'. */
export function formatCount(outcome: CsvRow['outcome'], count: number): string {
  const words = {
    error: ['errore', 'errori'],
    changed: ['cambia', 'cambiano'],
    new: ['nuovo', 'nuovi'],
    same: ['uguale', 'uguali'],
  } as const;
  return counted(count, words[outcome]);
}

/** What the button does; null when the table has nothing to import. */
export function describeImport(report: CsvReport): string | null {
  const good = report.created + report.updated + report.unchanged;
  if (report.created + report.updated === 0) return null;
  if (report.errors.length === 0)
    return good === 1 ? 'Importa la riga' : `Importa le ${wholeNumber(good)} righe`;
  return good === 1 ? 'Importa la riga buona' : `Importa le ${wholeNumber(good)} righe buone`;
}

/** What a line says about itself: its error, its changes. Nothing of one that is new or the same. */
export function whatOf({ error, changes }: CsvRow): string {
  if (error !== null) return error;
  return changes
    .map(({ field, before, after }) => {
      const name = FIELDS[field] ?? field;
      if (before === null) return `${name}: ${after ?? ''} (prima vuoto)`;
      return after === null ? `${name}: tolto (prima ${before})` : `${name}: ${before} → ${after}`;
    })
    .join('; ');
}

/** The lines of the dry run as a table for a spreadsheet. */
export function reportCsv(rows: readonly CsvRow[]): string {
  return csvLines([
    ['Riga', 'Esito', 'Nome', 'Topic', 'Tipo', 'Comune', 'Che cosa'],
    ...rows.map((row) => [
      row.line,
      OUTCOMES[row.outcome].label,
      row.name,
      row.topic,
      row.type,
      row.username,
      whatOf(row),
    ]),
  ]);
}
