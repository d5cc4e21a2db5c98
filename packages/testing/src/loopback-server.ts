import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** An HTTP server on loopback whose network can be cut and come back, on the same port. */
export async function startLoopbackServer(listener: RequestListener) {
  const sockets = new Set<Socket>();
  const server = createServer(listener);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const port = await listen(0);
  return {
    port,
    /** The network is gone: no server listens any more, and every connection breaks. */
    goDown: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    comeBack: () => listen(port),
  };
}
