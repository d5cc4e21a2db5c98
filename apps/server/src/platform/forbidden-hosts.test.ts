import { expect, test } from 'vitest';
import { isForbiddenHost, isPublicAddress } from './forbidden-hosts.ts';

test.each([
  '10.1.2.3',
  '203.0.113.7',
  '64:ff9b::a00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '::7f00:1',
  '::10.0.0.1',
  '::1',
  '::',
  'fec0::1',
  '2001:db8::1',
  '3fff::1',
  '::ffff:192.168.0.1',
])('%s is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '2001:4860:4860::8888', '64:ff9b::808:808'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['64:ff9b::a9fe:a9fe', '::a9fe:a9fe', '::ffff:169.254.169.254', '169.254.169.254'])(
  '%s is forbidden to everything that connects on anybody’s word',
  async (address) => {
    expect(await isForbiddenHost(address, () => Promise.resolve([address]))).toBe(true);
  },
);

test('loopback is not forbidden to the trial of a broker', async () => {
  expect(await isForbiddenHost('::1', () => Promise.resolve(['::1']))).toBe(false);
});
