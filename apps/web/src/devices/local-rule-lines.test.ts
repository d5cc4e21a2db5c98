import { DEVICE_PROFILES } from '@semaforo/contract/domain/device-profiles';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { localRuleLines } from './local-rule-lines.ts';

test.each(DEVICE_PROFILES)('a board of profile %s can light rosso by its own float', (profile) => {
  expect(localRuleLines(profile, '/4/val/s1', 2)).toMatch(
    /rosso|SIGNAL_ROSSO|Power4 1|id: 3, on: true|lampade/,
  );
});

test('the lines for ESPHome are YAML, and wait for as long as the float has to be up', () => {
  const lines = localRuleLines('esphome', '/3/val/s1', 5);
  expect(parseDocument(lines).errors).toEqual([]);
  expect(lines).toContain('delayed_on: 5s');
});

test('outputs under /4/ count from out2', () => {
  expect(localRuleLines('outN', '/4/val/s1', 2)).toContain('{2, SIGNAL_KEEP, 0, 60000, SIGNAL_ROSSO, 2000}');
});
