import { createServer, type Socket } from 'node:net';
import { Aedes, type AedesPublishPacket } from 'aedes';

type Received = { topic: string; payload: string; retain: boolean };

/** A real broker in this process, on a port of its own, that can be cut off and brought back. */
export type AedesBroker = {
  readonly port: number;
  /** Every message that clients published and every last will, in order of arrival. */
  readonly received: readonly Received[];
  publish(topic: string, payload: string): Promise<void>;
  /** Cuts all links and stops listening. */
  cut(): Promise<void>;
  /** Listens again on the same port. */
  comeBack(): Promise<void>;
};

export async function startAedesBroker(): Promise<AedesBroker> {
  const aedes = await Aedes.createBroker();
  const received: Received[] = [];
  aedes.on('publish', ({ topic, payload, retain }: AedesPublishPacket) => {
    if (!topic.startsWith('$SYS')) received.push({ topic, payload: payload.toString(), retain });
  });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    aedes.handle(socket);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the broker has no port');
  const { port } = address;

  return {
    port,
    received,
    publish: (topic, payload) =>
      new Promise((resolve, reject) =>
        aedes.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
        sockets.clear();
      }),
    comeBack: () => listen(port),
  };
}
