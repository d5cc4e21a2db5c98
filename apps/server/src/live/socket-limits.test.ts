import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Socket } from 'socket.io';
import { expect, test } from 'vitest';
import { boundBuffer, createStrangers } from './socket-limits.ts';

function connectionFrom(address: string) {
  const request = { socket: { remoteAddress: address } };
  return Object.assign(new EventEmitter(), { request }) as unknown as Socket['conn'] & EventEmitter;
}

test('an address has so many sockets that have not logged in; who logs in or leaves makes room', () => {
  const strangers = createStrangers(2);
  const [first, second] = [connectionFrom('10.0.0.1'), connectionFrom('10.0.0.1')];
  strangers.came(first);
  strangers.came(second);
  expect(strangers.mayCome(first.request)).toBe(false);
  expect(strangers.mayCome(connectionFrom('10.0.0.2').request)).toBe(true);
  strangers.left(first);
  expect(strangers.mayCome(first.request)).toBe(true);
  first.emit('close');
  strangers.came(first);
  expect(strangers.mayCome(first.request)).toBe(false);
  second.emit('close');
  expect(strangers.mayCome(first.request)).toBe(true);
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
