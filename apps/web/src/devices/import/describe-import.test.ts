import type { CsvReport, CsvRow } from '@semaforo/contract/api/device-csv';
import { expect, test } from 'vitest';
import { describeImport, reportCsv, whatOf } from './describe-import.ts';

const REPORT: CsvReport = { created: 9, updated: 2, unchanged: 0, errors: [], applied: false };
const ROW: CsvRow = {
  line: 3,
  outcome: 'changed',
  name: '=Lungofiume',
  topic: '/3/val/s3',
  type: 'semaforo',
  profile: 'outN',
  latitude: '',
  longitude: '',
  username: 'valdombra',
  changes: [],
  error: null,
};

test('the button counts the good lines, and there is none when nothing would change', () => {
  expect(describeImport(REPORT)).toBe('Importa le 11 righe');
  expect(describeImport({ ...REPORT, errors: [{ line: 5, error: 'no' }] })).toBe('Importa le 11 righe buone');
  expect(describeImport({ ...REPORT, created: 1, updated: 0 })).toBe('Importa la riga');
  expect(describeImport({ ...REPORT, created: 0, updated: 0, unchanged: 12 })).toBeNull();
});

test('a line says what is wrong with it, or what it changes', () => {
  expect(whatOf({ ...ROW, error: 'Il topic è già alla riga 2' })).toBe('Il topic è già alla riga 2');
  const changes = [
    { field: 'name', before: 'Lungofiume 1', after: 'Lungofiume' },
    { field: 'latitude', before: null, after: '44.8' },
    { field: 'username', before: 'torrealta', after: null },
  ];
  expect(whatOf({ ...ROW, changes })).toBe(
    'Nome: Lungofiume 1 → Lungofiume; Latitudine: 44.8 (prima vuoto); Comune: tolto (prima torrealta)',
  );
});

test('the report is a table that a spreadsheet does not run', () => {
  expect(reportCsv([ROW]).split('\r\n')[1]).toBe(
    '"3";"Cambia";"\'=Lungofiume";"/3/val/s3";"semaforo";"valdombra";""',
  );
});
