import { expect, test } from 'vitest';
import { leastTurnMs } from '../../test/longest-turn.ts';
import { writeAvailabilityCsv } from './availability.ts';

const device = (id: number) => ({
  id,
  name: `Sottopasso ${id}`,
  seconds: 2_592_000,
  down_seconds: 4500 + id,
  errors: 2,
  percent: 99.82,
});

test('a device that was never heard has no availability', async () => {
  const month = { month: '2026-11', from: '2026-10-31T23:00:00Z', to: '2026-11-30T23:00:00Z' };
  const devices = [{ ...device(1), percent: null, down_seconds: 0, errors: 0 }];
  let text = '';
  for await (const piece of writeAvailabilityCsv({ ...month, devices })) text += piece;
  expect(text.split('\r\n')[1]).toBe('"2026-11";"Sottopasso 1";"mai sentito";"";"0"');
});

const TURN_AT_MOST_MS = 100;

test('the table of 40,000 devices does not keep the server from other work', async () => {
  const month = { month: '2026-11', from: '2026-10-31T23:00:00Z', to: '2026-11-30T23:00:00Z' };
  const devices = Array.from({ length: 40_000 }, (_, id) => device(id));
  let pieces: string[] = [];
  const write = async () => {
    pieces = [];
    for await (const piece of writeAvailabilityCsv({ ...month, devices })) pieces.push(piece);
  };
  expect(await leastTurnMs(TURN_AT_MOST_MS, write)).toBeLessThan(TURN_AT_MOST_MS);
  const lines = pieces.join('').split('\r\n');
  expect(lines.slice(0, 2)).toEqual([
    '"mese";"dispositivo";"disponibilità %";"ore in errore";"errori"',
    '"2026-11";"Sottopasso 0";"99,82";"1,25";"2"',
  ]);
  expect(lines).toHaveLength(40_002);
});
