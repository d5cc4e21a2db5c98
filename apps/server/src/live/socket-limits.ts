import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import { networkOf } from '../platform/network-of.ts';

type Connection = Socket['conn'];

/**
 * Counts, by network, the connections that have not logged in yet, so that strangers do not fill the server
 * (docs/rules.md#doors). Behind a proxy all of them have its address.
 */
export function createStrangers(atMost: number) {
  const counts = new Map<string, number>();
  const placeOf = (request: IncomingMessage) => networkOf(request.socket.remoteAddress ?? '');
  const counted = new WeakMap<Connection, () => void>();
  return {
    mayCome: (request: IncomingMessage) => (counts.get(placeOf(request)) ?? 0) < atMost,
    came: (connection: Connection) => {
      const network = placeOf(connection.request);
      counts.set(network, (counts.get(network) ?? 0) + 1);
      const leave = () => {
        if (!counted.delete(connection)) return;
        const others = (counts.get(network) ?? 1) - 1;
        if (others > 0) counts.set(network, others);
        else counts.delete(network);
      };
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
