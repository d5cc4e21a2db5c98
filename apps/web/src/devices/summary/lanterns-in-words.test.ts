import { expect, test } from 'vitest';
import { deviceRecord } from '../../test/device-record.ts';
import { lanternsInWords } from './lanterns-in-words.ts';

const lantern = (changes: Parameters<typeof deviceRecord>[0]) =>
  deviceRecord({ device_type: 'lanterna', status: 'acceso', ...changes });

test('only a lantern that says so now counts as lit', () => {
  const lanterns = [lantern({}), lantern({ pending: 'spento' }), lantern({ status: 'spento' })];
  expect(lanternsInWords(lanterns, true)).toBe('3 lanterne, 2 accese');
  expect(lanternsInWords([...lanterns, lantern({ stale: true }), lantern({ error: true })], true)).toBe(
    '5 lanterne, 2 accese, 1 non aggiornata',
  );
});

test('with the link down none counts as lit, and they are said to be out of date', () => {
  expect(lanternsInWords([lantern({}), lantern({ status: 'spento' })], false)).toBe(
    '2 lanterne, 0 accese, 2 non aggiornate',
  );
});
