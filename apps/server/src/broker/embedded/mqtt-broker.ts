import { type AddressInfo, createServer, type Server } from 'node:net';
import type { AedesPublishPacket, Client } from 'aedes';
import type { DeviceLogin } from '../device-logins.port.ts';
import { OWN_TOPICS } from '../own-topics.ts';
import { createGuestList } from './guest-list.ts';
import { createGuests } from './guests.ts';
import { LateAcknowledgingAedes } from './late-acknowledging-aedes.ts';
import { createLocks } from './locks.ts';
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
  /** The log-in of a device was made or changed, or has ended: whoever is connected with the former one is cut off. */
  loginChanged: (username: string, login: DeviceLogin | undefined) => void;
  close: () => Promise<void>;
};

/**
 * An MQTT 3.1.1 broker (aedes). Each client may do what its log-in lets it (docs/rules.md#device-credentials). Sessions
 * end with their connection, so that no command waits here for a device to return. The server joins as `ownClientId`,
 * or for a trial with an id that begins so; it does not get its own commands back. While it is subscribed, the report
 * of a device is acknowledged to the device after the server has acknowledged it.
 */
export function createMqttBroker(
  task: BrokerTask,
  tell: { served: () => void; seen: (username: string) => void },
): MqttBroker {
  const guestList = createGuestList(task);
  const guests = createGuests();
  const locks = createLocks(task.commandTopic);
  const isOwn = (clientId: string) => clientId.startsWith(task.ownClientId);
  const isServer = (client: Client) => client.id === task.ownClientId;
  const wills = new WeakMap<Client, string>();
  let server: Client | undefined;
  let hasServed = task.hasServed;
  let admit: (isOpen: boolean) => void = () => {};
  const admission = new Promise<boolean>((resolve) => {
    admit = resolve;
  });

  const letIn = (client: Client, username: string, password: Buffer) => {
    const role = guestList.roleOf(username, password);
    // The server's client ids are its own, and it has no others.
    if (!role || isOwn(client.id) !== (role.kind === 'server')) return false;
    const will = wills.get(client);
    if (will !== undefined && !locks.mayPublish(role, will)) return false;
    if (!guests.admit(client, { username, role, isEnded: false })) return false;
    if (role.kind === 'device') tell.seen(username);
    return true;
  };
  const mayPublish = (client: Client, topic: string) => {
    const guest = guests.of(client);
    if (!guest || !locks.mayPublish(guest.role, topic)) return false;
    // Whose log-in ended may still be said to be gone, and nothing else.
    return !guest.isEnded || topic.endsWith('/status');
  };

  const aedes = new LateAcknowledgingAedes({
    concurrency: PACKETS_AT_ONCE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    keepaliveLimit: KEEPALIVE_LIMIT_S,
    maxTopicLevels: MAX_TOPIC_LEVELS,
    preConnect: (client, packet, done) => {
      packet.clean = true;
      if (packet.will) wills.set(client, packet.will.topic);
      if (isOwn(packet.clientId)) done(null, true);
      else void admission.then((isOpen) => (isOpen ? done(null, true) : client.conn.destroy()));
    },
    authenticate: (client, username, password, done) =>
      done(null, letIn(client, username ?? '', password ?? Buffer.alloc(0))),
    authorizeSubscribe: (client, subscription, done) => {
      const guest = guests.of(client);
      const isGranted = guest && !guest.isEnded && locks.maySubscribe(guest.role, subscription.topic);
      done(null, isGranted ? subscription : null);
    },
    authorizePublish: (client, packet, done) => {
      // Kept messages stay in memory for good: only what a device's last state needs is kept.
      if (packet.payload.length > MAX_RETAINED_BYTES) packet.retain = false;
      if (!client) return done(null);
      // MQTT 3.1.1 cannot say no to a publish; the client is cut off, which its owner notices.
      if (!mayPublish(client, packet.topic)) return done(new Error('not allowed to publish there'));
      if (isOwn(client.id) || !REPORT_TOPIC.test(packet.topic)) return done(null);
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
      return listen(tcp, task);
    },
    admitDevices: () => admit(true),
    loginChanged: (username, login) => {
      if (guestList.change(username, login)) guests.cut(username);
    },
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
