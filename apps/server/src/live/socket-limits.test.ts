import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { createAddressOf } from '../http/address-of.ts';
import { boundBuffer, createUnauthenticatedSockets } from './socket-limits.ts';

function connectionFrom(address: string, headers: Record<string, string> = {}) {
  const request = { socket: { remoteAddress: address }, headers };
  return Object.assign(new EventEmitter(), { request }) as unknown as Socket['conn'] & EventEmitter;
}

test('an address has so many sockets that have not logged in; who logs in or leaves makes room', () => {
  const unauthenticated = createUnauthenticatedSockets(2, createAddressOf(['10.9.0.0/16']));
  const [first, second] = [connectionFrom('10.0.0.1'), connectionFrom('10.0.0.1')];
  unauthenticated.came(first);
  unauthenticated.came(second);
  expect(unauthenticated.mayCome(first.request)).toBe(false);
  expect(unauthenticated.mayCome(connectionFrom('10.0.0.2').request)).toBe(true);
  unauthenticated.left(first);
  expect(unauthenticated.mayCome(first.request)).toBe(true);
  first.emit('close');
  unauthenticated.came(first);
  expect(unauthenticated.mayCome(first.request)).toBe(false);
  second.emit('close');
  expect(unauthenticated.mayCome(first.request)).toBe(true);
});

test('behind a proxy a socket counts for the address that the proxy names, and for no other that is named', () => {
  const unauthenticated = createUnauthenticatedSockets(2, createAddressOf(['10.9.0.0/16']));
  const by = (address: string, forwarded: string) =>
    connectionFrom(address, { 'x-forwarded-for': forwarded });
  unauthenticated.came(by('::ffff:10.9.0.1', '198.51.100.1'));
  unauthenticated.came(by('10.9.0.1', '192.0.2.1, 198.51.100.1, 10.9.0.2'));
  const mayCome = (address: string, forwarded: string) =>
    unauthenticated.mayCome(by(address, forwarded).request);
  expect(mayCome('10.9.0.1', '198.51.100.2, 198.51.100.1')).toBe(false);
  expect(mayCome('10.9.0.1', '198.51.100.1, 198.51.100.2')).toBe(true);
  expect(mayCome('203.0.113.1', '198.51.100.1')).toBe(true);
  expect(mayCome('198.51.100.1', '198.51.100.2')).toBe(false);
});

test('a page that takes nothing any more is cut off, one that takes all is not', async () => {
  const cut: string[] = [];
  const bounded = (name: string) => {
    const connection = connectionFrom(name);
    boundBuffer(connection, { atMost: 100, tooSlow: () => cut.push(name) });
    return connection;
  };
  const [slow, quick] = [bounded('slow'), bounded('quick')];
  for (let packet = 0; packet < 3; packet += 1) {
    for (const connection of [slow, quick]) connection.emit('packetCreate', { data: 'x'.repeat(60) });
    quick.emit('flush');
    await nextTurn();
  }
  expect(cut).toContain('slow');
  expect(cut).not.toContain('quick');
  // One packet longer than all, taken at once.
  quick.emit('packetCreate', { data: 'x'.repeat(200) });
  quick.emit('flush');
  await nextTurn();
  expect(cut).not.toContain('quick');
});
