import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';

type Connection = Socket['conn'];

/**
 * Counts, by address, the connections that have not logged in yet, so that strangers do not fill the server
 * (docs/rules.md#doors). Behind a proxy all of them have its address.
 */
export function createStrangers(atMost: number) {
  const counts = new Map<string, number>();
  const addressOf = (request: IncomingMessage) => request.socket.remoteAddress ?? '';
  const counted = new WeakMap<Connection, () => void>();
  return {
    mayCome: (request: IncomingMessage) => (counts.get(addressOf(request)) ?? 0) < atMost,
    came: (connection: Connection) => {
      const address = addressOf(connection.request);
      counts.set(address, (counts.get(address) ?? 0) + 1);
      const leave = () => {
        if (!counted.delete(connection)) return;
        const others = (counts.get(address) ?? 1) - 1;
        if (others > 0) counts.set(address, others);
        else counts.delete(address);
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
