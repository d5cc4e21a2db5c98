import { expect, test } from 'vitest';
import { testCommand } from './test-command.ts';

const DATA = {
  embedded: true,
  loopbackOnly: false,
  reachIsGiven: false,
  addresses: ['192.0.2.10', '198.51.100.4'],
  port: 1883,
  tlsPort: null,
  certificate: null,
  sharedLogin: false,
};
const REST = "-u '…' -P '…' -t /3/comune/nome/out1 -m 1";

test('the command goes to the first address in the network, plain or by TLS', () => {
  expect(testCommand(DATA)).toBe(`mosquitto_pub -h 192.0.2.10 -p 1883 ${REST}`);
  const own = { ...DATA, tlsPort: 8883, certificate: 'PEM' };
  expect(testCommand(own)).toBe(`mosquitto_pub -h 192.0.2.10 -p 8883 --cafile ca.pem ${REST}`);
  expect(testCommand({ ...own, certificate: null })).toContain('-p 8883 --tls-use-os-certs');
});

test('of a broker that listens to this machine alone it goes there', () => {
  expect(testCommand({ ...DATA, loopbackOnly: true })).toContain('-h 127.0.0.1 -p 1883');
});
