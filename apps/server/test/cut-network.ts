import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A network to a port of this machine that can be cut and come back, on a port of its own. `sent` is told of the bytes
 * that go there.
 */
export async function startCutNetwork(to: number, sent: (data: Buffer) => void = () => {}) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(to, '127.0.0.1');
    near.on('data', sent);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
      socket.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    comeBack: () => {
      isCut = false;
    },
    stop: () => {
      cut();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
