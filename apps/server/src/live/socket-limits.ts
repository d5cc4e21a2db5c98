import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import { networkOf } from '../platform/network-of.ts';
import { createSemaphores } from '../platform/semaphores.ts';

type Connection = Socket['conn'];

/**
 * Counts, by network, the connections that have not logged in yet, so that they do not fill the server
 * (docs/rules.md#doors). `addressOf`: the address of whoever sends a request.
 */
export function createUnauthenticatedSockets(
  atMost: number,
  addressOf: (request: IncomingMessage) => string,
) {
  const counts = createSemaphores();
  const placesOf = (request: IncomingMessage, most = atMost) => [
    { key: networkOf(addressOf(request)), most },
  ];
  const counted = new WeakMap<Connection, () => void>();
  return {
    mayCome: (request: IncomingMessage) => counts.hasRoom(placesOf(request)),
    /** It was let in, and counts even if others were at the same moment. */
    came: (connection: Connection) => {
      const leave = counts.take(placesOf(connection.request, Number.POSITIVE_INFINITY));
      if (!leave) return;
      counted.set(connection, leave);
      connection.once('close', leave);
    },
    /** It has logged in. */
    left: (connection: Connection) => counted.get(connection)?.(),
  };
}

/** Calls `tooSlow` once more than that many characters wait for a page that does not take what it was sent. */
export function boundBuffer(
  connection: Connection,
  { atMost, tooSlow }: { atMost: number; tooSlow: () => void },
): void {
  let waiting = 0;
  // What is created waits until the transport has passed on what was sent before.
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting += typeof data === 'string' ? data.length : 0;
    // What the transport takes at once is flushed in this turn.
    if (waiting > atMost) setImmediate(() => waiting > atMost && tooSlow());
  });
  connection.on('flush', () => {
    waiting = 0;
  });
}
