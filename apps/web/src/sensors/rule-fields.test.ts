import { expect, test } from 'vitest';
import { readRule, type WrittenRule, writeRule } from './rule-fields.ts';

const written = (changes: Partial<WrittenRule> = {}): WrittenRule => ({ ...writeRule(null), ...changes });

test('a rule reads back as it was written', () => {
  const rule = {
    thresholds: [{ color: 'rosso' as const, at: 30.5, clear_at: 22, for_s: 20 }],
    ...{ rate_per_min: 3, policy: 'raise' as const, device_ids: [7], local: true, votes: 2 as const },
    ...{ silent: 'raise' as const, silent_after_s: 90, silent_color: 'arancio' as const, float_color: null },
  };
  expect(readRule(writeRule(rule))).toEqual(rule);
});

test('numbers are written as in Italy, and a color without a level is not asked for', () => {
  const read = readRule(written({ rosso: { at: '30,5', clear_at: ' 22 ', for_s: '20' } }));
  expect(read).toMatchObject({
    thresholds: [
      { color: 'arancio', at: 15, clear_at: 10 },
      { color: 'rosso', at: 30.5, clear_at: 22 },
    ],
    rate_per_min: null,
  });
});

test('what is no number is named', () => {
  const read = readRule(written({ rosso: { at: '30', clear_at: 'poco', for_s: '' }, rate_per_min: 'x' }));
  expect(read).toEqual({
    fault: 'Serve un numero: il livello a cui cala il rosso, i secondi del rosso, la salita rapida',
  });
});
