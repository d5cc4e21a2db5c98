import { DEVICE_PROFILES } from '@semaforo/contract/domain/device-profiles';
import { USUAL_LINK_POLICY } from '@semaforo/contract/domain/link-policy';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { localRuleLines } from './local-rule-lines.ts';

test.each(DEVICE_PROFILES)('a board of profile %s can light rosso by its own float', (profile) => {
  expect(localRuleLines({ profile, topic: '/4/val/s1' }, USUAL_LINK_POLICY, 2)).toMatch(
    /rosso|SIGNAL_ROSSO|Power4 1|id: 3, on: true|lampade/,
  );
});

test('the lines for ESPHome are YAML, and wait for as long as the float has to be up', () => {
  const lines = localRuleLines({ profile: 'esphome', topic: '/3/val/s1' }, USUAL_LINK_POLICY, 5);
  expect(parseDocument(lines).errors).toEqual([]);
  expect(lines).toContain('delayed_on: 5s');
});

test('outputs under /4/ count from out2, and the policy of the board stays', () => {
  const policy = { policy: 'rosso-after', after_s: 3600 } as const;
  expect(localRuleLines({ profile: 'outN', topic: '/4/val/s1' }, policy, 5)).toContain(
    '{2, SIGNAL_ROSSO_AFTER, 3600, 60000, SIGNAL_ROSSO, 5000}',
  );
});
