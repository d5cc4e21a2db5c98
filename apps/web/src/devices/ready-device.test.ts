import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readyDevice } from './ready-device.ts';

const PROTOCOL = join(import.meta.dirname, '../../../../docs/protocol.md');
const CONNECTION = {
  host: '192.0.2.10',
  port: 1883,
  username: 'dispositivo-12',
  password: "K7'QW",
  key: '/3/comune/s1',
};

test('the ready device is the one of the protocol, which runs in a test of the server', () => {
  const documented = /```js\n([\s\S]*?)```/.exec(readFileSync(PROTOCOL, 'utf8'))?.[1] ?? '-';
  expect(readyDevice()).toContain(documented);
});

test('with a connection it has address, log-in and key in it, and reads nothing from the environment', () => {
  const program = readyDevice(CONNECTION);
  expect(program).toContain('const BROKER = "mqtt://dispositivo-12:K7\'QW@192.0.2.10:1883";');
  expect(program).toContain('const KEY = "/3/comune/s1";');
  expect(program).not.toContain('process.env');
  expect(readyDevice({ ...CONNECTION, host: '2001:db8::1' })).toContain('@[2001:db8::1]:1883');
});
