import { DEVICE_PROFILES } from '@semaforo/contract/domain/device-profiles';
import { LINK_POLICIES } from '@semaforo/contract/domain/link-policy';
import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { policyLines } from './policy-lines.ts';

const lines = (profile: (typeof DEVICE_PROFILES)[number], policy: (typeof LINK_POLICIES)[number]) =>
  policyLines({ profile, topic: '/3/val/s1' }, { policy, after_s: policy === 'rosso-after' ? 3600 : null });

describe.each(DEVICE_PROFILES)('%s', (profile) => {
  test.each(LINK_POLICIES)('has lines for %s', (policy) => {
    expect(lines(profile, policy)).not.toBe('');
  });
});

test.each(LINK_POLICIES)('the lines for ESPHome are YAML: %s', (policy) => {
  expect(parseDocument(lines('esphome', policy)).errors).toEqual([]);
});

test('rosso is lit before the others go out, after the time that was chosen', () => {
  const tasmota = lines('tasmota', 'rosso-after');
  expect(tasmota).toContain('RuleTimer1 3600');
  expect(tasmota.indexOf('Power4 1')).toBeLessThan(tasmota.indexOf('Power1 0'));
  const esphome = lines('esphome', 'rosso-after');
  expect(esphome.indexOf('turn_on: rosso')).toBeLessThan(esphome.indexOf('turn_off: verde'));
  expect(lines('outN', 'rosso-after')).toContain('{1, SIGNAL_ROSSO_AFTER, 3600, 60000, SIGNAL_ROSSO, 2000}');
});
