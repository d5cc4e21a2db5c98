import { deviceRecord } from '@semaforo/testing/factories';
import { expect, test } from 'vitest';
import { formatLanterns } from './format-lanterns.ts';

const lantern = (changes: Parameters<typeof deviceRecord>[0]) =>
  deviceRecord({ device_type: 'lanterna', status: 'acceso', ...changes });

test('only a lantern that says so now counts as lit', () => {
  const lanterns = [lantern({}), lantern({ pending: 'spento' }), lantern({ status: 'spento' })];
  expect(formatLanterns(lanterns, true)).toBe('3 lanterne, 2 accese');
  const silent = lantern({ silent_since: '2026-11-20T02:00:00.000Z' });
  expect(formatLanterns([...lanterns, silent], true)).toBe('4 lanterne, 2 accese, 1 tace');
  expect(formatLanterns([...lanterns, lantern({ stale: true }), lantern({ error: true })], true)).toBe(
    '5 lanterne, 2 accese, 1 non aggiornata',
  );
});

test('with the link down none counts as lit, and they are said to be out of date', () => {
  expect(formatLanterns([lantern({}), lantern({ status: 'spento' })], false)).toBe(
    '2 lanterne, 0 accese, 2 non aggiornate',
  );
});
