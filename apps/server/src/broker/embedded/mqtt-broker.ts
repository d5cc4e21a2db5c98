import { createHash, timingSafeEqual } from 'node:crypto';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { AedesPublishPacket, Client } from 'aedes';
import { OWN_TOPICS } from '../own-topics.ts';
import { LateAcknowledgingAedes } from './late-acknowledging-aedes.ts';
import { SizeLimitedSocket } from './size-limited-socket.ts';
import type { BrokerTask } from './worker-messages.ts';

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

/** Reports, metrics and availability, on `<key>/<channel>`; a key has three segments. */
const REPORT_TOPIC = /^\/[^/]+\/[^/]+\/[^/]+\/[^/]+$/;

export type MqttBroker = {
  /** Listens; resolves to the port taken. Rejects with the system's error. Only the server itself is let in. */
  listen: () => Promise<number>;
  /** Lets in everyone, also those who wait already. */
  admitDevices: () => void;
  close: () => Promise<void>;
};

/**
 * An MQTT 3.1.1 broker (aedes), with one username and password for everyone. Sessions end with their
 * connection, so that no command waits here for a device to return. The server joins as `ownClientId`, or for a trial
 * with an id that begins so; it does not get its own commands back. While it is subscribed, the report of a device is
 * acknowledged to the device after the server has acknowledged it.
 */
export function createMqttBroker(options: BrokerTask, tell: { served: () => void }): MqttBroker {
  const expected = fingerprint(`${options.username}\0${options.password}`);
  const isOwn = (clientId: string) => clientId.startsWith(options.ownClientId);
  const isServer = (client: Client) => client.id === options.ownClientId;
  let server: Client | undefined;
  let hasServed = options.hasServed;
  let admit: (isOpen: boolean) => void = () => {};
  const admission = new Promise<boolean>((resolve) => {
    admit = resolve;
  });
  const aedes = new LateAcknowledgingAedes({
    concurrency: PACKETS_AT_ONCE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    keepaliveLimit: KEEPALIVE_LIMIT_S,
    maxTopicLevels: MAX_TOPIC_LEVELS,
    preConnect: (client, packet, done) => {
      packet.clean = true;
      if (isOwn(packet.clientId)) done(null, true);
      else void admission.then((isOpen) => (isOpen ? done(null, true) : client.conn.destroy()));
    },
    authenticate: (_client, username, password, done) => {
      const given = fingerprint(`${username ?? ''}\0${password?.toString('utf8') ?? ''}`);
      done(null, timingSafeEqual(given, expected));
    },
    authorizePublish: (client, packet, done) => {
      // Kept messages stay in memory for good: only what a device's last state needs is kept.
      if (packet.payload.length > MAX_RETAINED_BYTES) packet.retain = false;
      if (!client || isOwn(client.id) || !REPORT_TOPIC.test(packet.topic)) return done(null);
      // Nobody would store it: the device connects again, and then reports everything.
      if (!server && hasServed) return done(new Error('the server is away'));
      if (server) aedes.withhold(client, packet);
      done(null);
    },
    authorizeForward: (client, packet) => {
      if (isOwn(client.id) && isOwn(senderOf(packet)) && !packet.topic.startsWith(OWN_TOPICS)) return null;
      if (isServer(client)) {
        // It subscribes with QoS 1; aedes would pass on 2.
        if (packet.qos === 2) packet.qos = 1;
        aedes.passOn(client, packet);
      }
      return packet;
    },
  });
  aedes.on('subscribe', (_subscriptions, client) => {
    if (!isServer(client)) return;
    server = client;
    if (!hasServed) tell.served();
    hasServed = true;
  });
  aedes.on('clientDisconnect', (client) => {
    if (client === server) server = undefined;
    if (isServer(client)) aedes.gone(client);
  });
  aedes.on('ack', (_packet, client) => {
    if (isServer(client)) aedes.acknowledged(client);
  });
  const tcp = createServer((socket) => {
    socket.setNoDelay(true);
    aedes.handle(new SizeLimitedSocket(socket, MAX_PACKET_BYTES));
  });
  tcp.maxConnections = MAX_CONNECTIONS;

  return {
    listen: async () => {
      await aedes.listen();
      return listen(tcp, options);
    },
    admitDevices: () => admit(true),
    close: async () => {
      admit(false);
      await new Promise<void>((resolve) => aedes.close(resolve));
      await new Promise<void>((resolve) => tcp.close(() => resolve()));
    },
  };
}

function senderOf(packet: AedesPublishPacket): string {
  return 'clientId' in packet && typeof packet.clientId === 'string' ? packet.clientId : '';
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function fingerprint(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
