import { isIPv4 } from 'node:net';
import { expect, test } from 'vitest';
import { deviceConnection } from './device-connection.ts';

const EMBEDDED = { host: '192.0.2.10', port: 1883, tlsPort: 8883, certificate: 'PEM' };
const IN_USE = { host: '127.0.0.1', port: 1883, tls: false };

test('an embedded broker with an address of its own is found there', () => {
  expect(deviceConnection(IN_USE, EMBEDDED)).toEqual({
    embedded: true,
    loopbackOnly: false,
    addresses: ['192.0.2.10'],
    port: 1883,
    tlsPort: 8883,
    certificate: 'PEM',
  });
});

test.each([
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1', true],
  ['localhost', true],
])(
  'one that listens at %s is found at the addresses of this machine in the network',
  (host, loopbackOnly) => {
    const found = deviceConnection(IN_USE, { ...EMBEDDED, host });
    expect(found.loopbackOnly).toBe(loopbackOnly);
    expect(found.addresses.every((address) => isIPv4(address) && !address.startsWith('127.'))).toBe(true);
  },
);

test('another broker is found where the server finds it', () => {
  expect(deviceConnection({ host: 'mqtt.comune.example', port: 8883, tls: true }, undefined)).toEqual({
    embedded: false,
    loopbackOnly: false,
    addresses: ['mqtt.comune.example'],
    port: 8883,
    tlsPort: 8883,
    certificate: null,
  });
});
