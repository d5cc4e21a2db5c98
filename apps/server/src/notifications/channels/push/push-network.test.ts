import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPushService, PUSH_SERVICES } from './push-network.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com:443/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
])('%s is a push service', (endpoint) => {
  expect(isPushService(new URL(endpoint))).toBe(true);
});

test.each([
  'https://8.8.8.8/x',
  'https://fcm.googleapis.com:25/x',
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com.example/x',
  'https://evilnotify.windows.com/x',
  'https://fcm.googleapis.com@push.example/x',
  'https://[64:ff9b::a00:1]/x',
])('%s is none', (endpoint) => {
  expect(isPushService(new URL(endpoint))).toBe(false);
});

test('the handbook names every push service', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../../docs/impostazioni.md'), 'utf8');
  for (const service of PUSH_SERVICES) expect(page).toContain(`\`${service}\``);
});
