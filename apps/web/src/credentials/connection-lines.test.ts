import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectionJson, hostForDevices, sketchLines } from './connection-lines.ts';

const PROTOCOL = join(import.meta.dirname, '../../../../docs/protocol.md');
const CONNECTION = {
  host: 'broker.comune.example',
  port: 8883,
  username: 'dispositivo-12',
  password: 'K7QW',
  key: '/3/comune/s1',
};

test('the lines are the first constants of the documented sketch, with the values of the device', () => {
  const documented = /```cpp\n[\s\S]*?```/.exec(readFileSync(PROTOCOL, 'utf8'))?.[0] ?? '';
  const withoutValue = (line: string) => line.replace(/= .*/, '');
  for (const line of sketchLines(CONNECTION).split('\n')) expect(documented).toContain(withoutValue(line));
  expect(sketchLines(CONNECTION)).toContain('const char USERNAME[] = "dispositivo-12";');
});

test('a QR code holds the same as JSON', () => {
  expect(JSON.parse(connectionJson(CONNECTION))).toEqual(CONNECTION);
});

test.each([
  ['127.0.0.1', 'console.comune.example'],
  ['localhost', 'console.comune.example'],
  ['::1', 'console.comune.example'],
  ['mqtt.comune.example', 'mqtt.comune.example'],
])('a broker at %s is at %s for devices', (configured, expected) => {
  expect(hostForDevices(configured, 'console.comune.example')).toBe(expected);
});
