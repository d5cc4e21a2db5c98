import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type SwallowingNetwork = {
  /** The URL of the database as it is reached through this network. */
  url: string;
  /** From now on no data passes on the existing connections; new ones work. */
  swallow: () => void;
  /** True once a message was sent that does not arrive. */
  hasSwallowed: () => boolean;
  close: () => void;
};

/** Connects a server with its PostgreSQL, and can drop what they send, as a broken network does. */
export async function startSwallowingNetwork(databaseUrl: string): Promise<SwallowingNetwork> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets: Socket[] = [];
  let hasSwallowed = false;
  const network = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      // Either end may be killed.
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((network.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: () => {
      for (const socket of sockets.splice(0)) {
        socket.unpipe().resume();
        socket.on('data', () => {
          hasSwallowed = true;
        });
      }
    },
    hasSwallowed: () => hasSwallowed,
    close: () => void network.close(),
  };
}
