import { expect, test } from 'vitest';
import type { BrokerAccess } from './mqtt-connection.port.ts';
import { createOwnBrokerDetector } from './own-broker.ts';

const ACCESS: BrokerAccess = {
  host: '127.0.0.1',
  port: 1883,
  username: 'own',
  password: 'secret',
  tls: false,
};
const SHOWN: BrokerAccess = { ...ACCESS, username: 'semaforo', password: 'of the settings' };
const typed = (host: string, port = 1883): BrokerAccess => ({
  host,
  port,
  username: SHOWN.username,
  password: SHOWN.password,
  tls: port === 8883,
});

test.each([
  ['0.0.0.0', typed('127.0.0.1'), true],
  ['0.0.0.0', typed('localhost'), true],
  ['0.0.0.0', typed('localhost', 8883), true],
  ['0.0.0.0', typed('::1'), true],
  ['0.0.0.0', typed('192.0.2.1'), false],
  ['0.0.0.0', typed('no-such-host.invalid'), false],
  ['127.0.0.1', typed('localhost'), true],
  ['127.0.0.1', typed('192.0.2.1'), false],
  ['127.0.0.1', { ...typed('127.0.0.1'), password: 'another' }, false],
])('listening on %s, %o is the embedded broker: %s', async (host, address, isOwn) => {
  const detect = createOwnBrokerDetector({
    access: ACCESS,
    shown: SHOWN,
    listensOn: () => ({ host, ports: [1883, 8883] }),
  });
  expect(await detect(address)).toBe(isOwn ? ACCESS : address);
});

test('without an embedded broker every address is as it was typed', async () => {
  const address = typed('127.0.0.1');
  expect(await createOwnBrokerDetector(undefined)(address)).toBe(address);
});

test('a relay on this machine to the embedded broker is joined as it is, with the log-in of the server', async () => {
  const detect = createOwnBrokerDetector({
    access: ACCESS,
    shown: SHOWN,
    listensOn: () => ({ host: '127.0.0.1', ports: [1883] }),
  });
  const relay = typed('127.0.0.1', 2000);
  expect(await detect(relay)).toEqual({ ...ACCESS, port: 2000 });
  for (const other of [
    { ...relay, host: '192.0.2.1' },
    { ...relay, password: 'another' },
  ]) {
    expect(await detect(other)).toBe(other);
  }
});
