import { createHash, timingSafeEqual } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { Aedes, type AedesPublishPacket, type Client } from 'aedes';
import { explainListenFailure } from '../platform/listen-failure.ts';
import { SizeLimitedSocket } from './size-limited-socket.ts';

/**
 * A report is at most 4 KiB (docs/protocol.md#topics). The rest is room for topic and header, and for a last will in
 * CONNECT.
 */
const MAX_PACKET_BYTES = 16 * 1024;
const MAX_RETAINED_BYTES = 512;
const MAX_TOPIC_LEVELS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
const DRAIN_TIMEOUT_MS = 20_000;
/**
 * The longest keepalive that a client may ask for. A connection that died is noticed after one and a half times as
 * long.
 */
const KEEPALIVE_LIMIT_S = 600;
const PACKETS_AT_ONCE = 1000;
const MAX_CONNECTIONS = 100_000;

export type EmbeddedBroker = {
  /** Listens; resolves to the port taken. Rejects with a StartupError when it cannot listen at its address. */
  start: () => Promise<number>;
  stop: () => Promise<void>;
};

/**
 * An MQTT 3.1.1 broker in this process (aedes), with one username and password for everyone. Sessions end with their
 * connection, so that no command waits here for a device to return. The server joins with client ids that begin with
 * `ownClientIdPrefix`; it does not get its own publishes back.
 */
export function createEmbeddedBroker(options: {
  host: string;
  port: number;
  username: string;
  password: string;
  ownClientIdPrefix: string;
}): EmbeddedBroker {
  const expected = fingerprint(`${options.username}\0${options.password}`);
  const aedes = new Aedes({
    concurrency: PACKETS_AT_ONCE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    keepaliveLimit: KEEPALIVE_LIMIT_S,
    maxTopicLevels: MAX_TOPIC_LEVELS,
    preConnect: (_client, packet, done) => {
      packet.clean = true;
      done(null, true);
    },
    authenticate: (_client, username, password, done) => {
      const given = fingerprint(`${username ?? ''}\0${password?.toString('utf8') ?? ''}`);
      done(null, timingSafeEqual(given, expected));
    },
    authorizePublish: (_client, packet, done) => {
      // Kept messages stay in memory for good: only what a device's last state needs is kept.
      if (packet.payload.length > MAX_RETAINED_BYTES) packet.retain = false;
      done(null);
    },
    authorizeForward: (client, packet) =>
      isOwnEcho(client, packet, options.ownClientIdPrefix) ? null : packet,
  });
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    aedes.handle(new SizeLimitedSocket(socket, MAX_PACKET_BYTES));
  });
  server.maxConnections = MAX_CONNECTIONS;

  return {
    start: async () => {
      await aedes.listen();
      return listen(server, options);
    },
    stop: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function isOwnEcho(client: Client, packet: AedesPublishPacket, ownPrefix: string): boolean {
  const sender = 'clientId' in packet ? packet.clientId : undefined;
  return client.id.startsWith(ownPrefix) && typeof sender === 'string' && sender.startsWith(ownPrefix);
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        explainListenFailure(error, {
          host,
          port,
          what: ' del broker incorporato',
          hostSetting: 'EMBEDDED_BROKER_HOST',
        }),
      );
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function fingerprint(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
