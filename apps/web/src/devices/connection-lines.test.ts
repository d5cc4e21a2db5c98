import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectionJson, mosquittoLines, sketchLines } from './connection-lines.ts';

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
  ['outN', '+/set', 'status', 'online'],
  ['tasmota', 'cmnd/#', 'tele/LWT', 'Online'],
  ['shelly', 'command/#', 'online', 'true'],
  ['esphome', '+/+/command', 'status', 'online'],
] as const)(
  'the Mosquitto clients try a device of %s without reporting a lamp',
  (profile, commands, channel, word) => {
    const as = "-h 192.0.2.10 -p 1883 -u 'dispositivo-12' -P 'K7QW'";
    expect(mosquittoLines(profile, CONNECTION, '-h 192.0.2.10 -p 1883').split('\n')).toEqual([
      `mosquitto_sub ${as} -t '/3/comune/s1/${commands}' -q 1 -v`,
      `mosquitto_pub ${as} -t '/3/comune/s1/${channel}' -m '${word}' -q 1`,
    ]);
  },
);
