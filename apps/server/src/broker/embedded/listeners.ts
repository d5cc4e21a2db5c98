import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Aedes } from 'aedes';
import { MAX_CONNECTIONS } from './caps.ts';
import { createDoorway } from './doorway.ts';
import { PacedSocket } from './paced-socket.ts';
import type { BrokerTask } from './worker-messages.ts';

/** The ports on which clients come in, plain and by TLS. */
export function createListeners(aedes: Pick<Aedes, 'handle'>, { host, port, tls }: BrokerTask) {
  const doorway = createDoorway();
  const receive = (socket: Socket) => {
    if (!doorway.mayEnter(socket)) return socket.destroy();
    aedes.handle(new PacedSocket(socket, () => doorway.loggedIn(socket)));
  };
  const plain = createServer({ noDelay: true }, receive);
  const listeners = [{ server: plain, host, port }];
  if (tls) {
    const secureContext = createSecureContext({ cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' });
    // Not by a server of `node:tls`: a client counts from its first byte, not from the end of its handshake.
    const server = createServer({ noDelay: true }, (socket) =>
      receive(new TLSSocket(socket, { isServer: true, secureContext })),
    );
    listeners.push({ server, host, port: tls.port });
  }
  for (const { server } of listeners) server.maxConnections = MAX_CONNECTIONS;
  return listeners;
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
