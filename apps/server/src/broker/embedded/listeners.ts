import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Aedes } from 'aedes';
import { createConnectionLimits } from './connection-limits.ts';
import { HELD_BACK_AT_MOST_MS, MAX_CONNECTIONS } from './limits.ts';
import { PacedSocket } from './paced-socket.ts';
import type { BrokerTask } from './worker-messages.ts';

const CHECKS_FOR_STALLS_EVERY_MS = 250;

/**
 * The ports on which clients come in, plain and by TLS. After a standstill of this thread all of them are cut off, the
 * server too: what they sent meanwhile is old (docs/rules.md#said-now).
 */
export function createListeners(aedes: Pick<Aedes, 'handle'>, { host, port, tls }: BrokerTask) {
  const connectionLimits = createConnectionLimits();
  const connections = new Set<PacedSocket>();
  const stalls = createStallWatch(HELD_BACK_AT_MOST_MS, () => {
    for (const connection of connections) connection.reset();
  });
  /** `raw`: the connection itself, below TLS. */
  const receive = (raw: Socket, socket: Socket = raw) => {
    if (!connectionLimits.mayEnter(socket, () => raw.bytesRead > 0)) return socket.destroy();
    const connection = new PacedSocket(socket, {
      opened: () => connectionLimits.loggedIn(socket),
      // Node 20 never lets go of a socket that is reset during its farewell.
      reset: () => (raw.writableEnded ? raw.destroy() : raw.resetAndDestroy()),
      looked: stalls.look,
    });
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    aedes.handle(connection);
  };
  const plain = createServer({ noDelay: true }, (socket) => receive(socket));
  const listeners = [{ server: plain, host, port }];
  if (tls) {
    const secureContext = createSecureContext({ cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' });
    // Not by a server of `node:tls`: a client counts from its first byte, not from the end of its handshake.
    const server = createServer({ noDelay: true }, (socket) =>
      receive(socket, new TLSSocket(socket, { isServer: true, secureContext })),
    );
    listeners.push({ server, host, port: tls.port });
  }
  for (const { server } of listeners) server.maxConnections = MAX_CONNECTIONS;
  return { listeners, stop: stalls.stop };
}

/**
 * Calls `stalled` when this thread did nothing for so long (ms): what waited unread meanwhile is as old as that. `look`
 * is to be called before anything is read that may have waited.
 */
function createStallWatch(afterMs: number, stalled: () => void) {
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    const stoodStillMs = now - lookedAt;
    lookedAt = now;
    if (stoodStillMs >= afterMs) stalled();
  };
  const timer = setInterval(look, CHECKS_FOR_STALLS_EVERY_MS);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

/** Resolves to the port taken; rejects with the system's error. */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
