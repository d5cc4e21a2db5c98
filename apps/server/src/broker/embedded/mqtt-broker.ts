import type { AedesPublishPacket, Client, PublishPacket } from 'aedes';
import type { DeviceLogin, RefusedLogIn } from '../device-logins.port.ts';
import { isAnnouncement, OWN_TOPICS, unheardTopicOf } from '../own-topics.ts';
import { createAcl } from './acl.ts';
import { createAuthenticator } from './authenticator.ts';
import { createCleanSessions } from './clean-sessions.ts';
import { createFilterCounts, type FilterCounts } from './filter-counts.ts';
import type { IgnoredTally } from './ignored-tally.ts';
import { LateAcknowledgingAedes } from './late-acknowledging-aedes.ts';
import {
  CONNECT_TIMEOUT_MS,
  DRAIN_TIMEOUT_MS,
  KEEPALIVE_LIMIT_S,
  MAX_INFLIGHT_QOS2,
  MAX_TOPIC_LEVELS,
  MAX_WATCHER_PACKET_BYTES,
  PACKETS_AT_ONCE,
} from './limits.ts';
import { createListeners, listen } from './listeners.ts';
import { createMeters, type Meters } from './meters.ts';
import { PacedSocket } from './paced-socket.ts';
import { createRights, isReport, mayMatchReport } from './rights.ts';
import { watchServerSeat } from './server-seat.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSubscribers, type Subscribers } from './subscribers.ts';
import { createUnacknowledged } from './unacknowledged.ts';
import type { BrokerTask } from './worker-messages.ts';

export type MqttBroker = {
  /** Listens; resolves to the port taken. Rejects with the system's error. Only the server itself is let in. */
  listen: () => Promise<number>;
  /** Lets in everyone, also those who wait already. */
  admitDevices: () => void;
  /** The log-in of a device was made or changed, or has ended: whoever is connected with the former one is cut off. */
  loginChanged: (username: string, login: DeviceLogin | undefined) => void;
  /** So many devices are known now: what clients may take together follows. */
  devicesKnown: (count: number) => void;
  close: () => Promise<void>;
};

/** Nobody may subscribe to it, and the server does not. */
const NOBODYS_TOPIC = 'semaforo-rifiutati';

/**
 * An MQTT 3.1.1 broker (aedes). Each client may do what its log-in lets it (docs/rules.md#device-credentials), at its
 * pace. Sessions end with their connection, so that no command waits here for a device to return; nor does one wait for
 * long in a connection: a device that does not acknowledge it in time is cut off. The server joins as `ownClientId`, or
 * for a trial with an id that begins so; it does not get its own commands back. While it is subscribed, the report of a
 * device is acknowledged to the device after the server has acknowledged it, and what the server publishes is
 * acknowledged after it was sent all reports read before. Of a command that no device is subscribed to it is told so
 * before the acknowledgement: by a message on a topic of its own with the identifier, because that of MQTT 3.1.1 says
 * nothing.
 */
export function createMqttBroker(
  task: BrokerTask,
  emit: {
    served: () => void;
    seen: (username: string) => void;
    refused: (logIn: RefusedLogIn) => void;
    ignored: IgnoredTally;
    /** A client was cut off because it says more than it may; of the shared log-in nobody knows which device it is. */
    rateExceeded: (who: { username: string; key: string | null }) => void;
  },
): MqttBroker {
  const isOwn = (clientId: string) => clientId.startsWith(task.ownClientId);
  const isServer = (client: Client) => client.id === task.ownClientId;
  const acl = createAcl(task.commandTopic);
  let knownDevices = task.knownDevices;
  const countDevices = () => knownDevices;
  const filters = createFilterCounts(countDevices);
  const sessions = createSessions((session) => filters.remove(session, [...session.filters]));
  const meters = createMeters();
  const authenticator = createAuthenticator({ task, sessions, acl, meters, isOwn, ...emit });
  const rights = createRights({ sessions, acl, filters });
  const subscribers = createSubscribers();
  /** Who may hear reports beside the server. */
  const readers = new Set<Client>();
  const unacknowledged = createUnacknowledged<Client>(cutOff);
  /** Whether any device is there for what the server publishes. On the topic of that answer itself nobody ever is. */
  const hasReported = (server: Client, topic: string) => {
    if (topic.startsWith(OWN_TOPICS)) return topic !== unheardTopicOf(server.id);
    return isAnnouncement(topic) || subscribers.hasReported(topic);
  };
  /** Calls `then` once the server was sent that nobody is subscribed to what it publishes, if nobody is. */
  const reportSubscriber = (server: Client, packet: PublishPacket, then: () => void) => {
    if (hasReported(server, packet.topic)) then();
    else sendNoSubscriber(server, packet, then);
  };
  let admit: (isOpen: boolean) => void = () => {};
  const admission = new Promise<boolean>((resolve) => {
    admit = resolve;
  });

  const aedes = new LateAcknowledgingAedes({
    atOnce: PACKETS_AT_ONCE,
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    keepaliveLimit: KEEPALIVE_LIMIT_S,
    maxTopicLevels: MAX_TOPIC_LEVELS,
    maxInflightInbound: MAX_INFLIGHT_QOS2,
    persistence: createCleanSessions(countDevices),
    preConnect: (client, packet, done) => {
      packet.clean = true;
      if (packet.will) authenticator.noteWill(client, packet.will.topic);
      if (isOwn(packet.clientId)) done(null, true);
      else void admission.then((isOpen) => (isOpen ? done(null, true) : client.conn.destroy()));
    },
    authenticate: (client, username, password, done) =>
      void authenticator.logIn(client, { username, password }).then((isIn) => done(null, isIn)),
    authorizeSubscribe: (client, subscription, done) => {
      const answer = rights.subscribe(client, subscription.topic);
      if (answer === 'flood') done(new Error('too many filters at once'));
      else done(null, answer === 'granted' ? subscription : null);
    },
    authorizePublish: (client, packet, done) => {
      if (!client) return done(null);
      if (!rights.mayPublish(client, packet.topic)) {
        emit.ignored.refused();
        dropMessage(packet);
        return done(null);
      }
      packet.retain &&= rights.mayKeep(client, packet);
      if (isOwn(client.id)) return reportSubscriber(client, packet, () => done(null));
      if (!isReport(packet.topic)) {
        emit.ignored.elsewhere();
        return done(null);
      }
      // Nobody would store it: the device connects again, and then reports everything.
      const server = seat.server();
      if (!server && seat.wasEverTaken()) return done(new Error('the server is away'));
      if (server) aedes.takeIn(packet, { from: client, server, hasReaders: readers.size > 0 });
      done(null);
    },
    authorizeForward: (client, packet) => {
      if (isOwn(client.id) && isOwn(senderOf(packet)) && !packet.topic.startsWith(OWN_TOPICS)) return null;
      if (isServer(client)) return aedes.forward(client, packet);
      if (packet.qos > 0 && subscribers.acknowledges(client)) {
        unacknowledged.sent(client, isOwn(senderOf(packet)));
      }
      return packet;
    },
  });
  const seat = watchServerSeat(aedes, {
    isServer,
    wasTaken: task.hasServed,
    taken: () => {
      emit.served();
      // What devices say from now on is heard.
      admit(true);
    },
  });
  followSessions(aedes, { sessions, filters, subscribers, meters, rateExceeded: emit.rateExceeded });
  aedes.on('subscribe', (subscriptions, client) => {
    if (!isServer(client) && subscriptions.some(({ topic }) => mayMatchReport(topic))) readers.add(client);
  });
  aedes.on('clientDisconnect', (client) => readers.delete(client));
  aedes.on('ack', (_packet, client) => unacknowledged.acknowledged(client));
  aedes.on('clientDisconnect', unacknowledged.left);
  const { listeners, stop: stopListeners } = createListeners(aedes, task);

  return {
    listen: async () => {
      await aedes.listen();
      const ports: number[] = [];
      for (const { server, ...at } of listeners) ports.push(await listen(server, at));
      return ports[0] ?? task.port;
    },
    admitDevices: () => admit(true),
    loginChanged: authenticator.loginChanged,
    devicesKnown: (count) => {
      knownDevices = count;
    },
    close: async () => {
      admit(false);
      stopListeners();
      unacknowledged.stop();
      await new Promise<void>((resolve) => aedes.close(resolve));
      await Promise.all(
        listeners.map(({ server }) => new Promise<void>((resolve) => server.close(() => resolve()))),
      );
    },
  };
}

/**
 * A client that is in goes on at its pace, and its subscriptions are counted as long as it has them. To what is
 * published only those of devices are a subscriber: who else listens in on commands carries out none.
 */
function followSessions(
  aedes: LateAcknowledgingAedes,
  {
    sessions,
    filters,
    subscribers,
    meters,
    rateExceeded,
  }: {
    sessions: Sessions;
    filters: FilterCounts;
    subscribers: Subscribers;
    meters: Meters;
    rateExceeded: (who: { username: string; key: string | null }) => void;
  },
): void {
  aedes.on('clientReady', (client) => {
    const session = sessions.of(client);
    if (!session || !(client.conn instanceof PacedSocket)) return;
    const { username, role } = session;
    client.conn.open({
      meter: meters.of(session),
      maxBytes: role.kind === 'watcher' ? MAX_WATCHER_PACKET_BYTES : undefined,
      rateExceeded: () => rateExceeded({ username, key: role.kind === 'device' ? role.key : null }),
    });
  });
  aedes.on('subscribe', (subscriptions, client) => {
    const role = sessions.of(client)?.role.kind;
    if (role === 'device' || role === 'shared') subscribers.subscribed(client, subscriptions);
  });
  aedes.on('unsubscribe', (left, client) => {
    const session = sessions.of(client);
    if (session) filters.remove(session, left);
    subscribers.unsubscribed(client, left);
  });
  aedes.on('clientDisconnect', subscribers.left);
}

function sendNoSubscriber(server: Client, { messageId }: PublishPacket, then: () => void): void {
  const reported = { topic: unheardTopicOf(server.id), payload: String(messageId) };
  server.publish({ cmd: 'publish', ...reported, qos: 0, retain: false, dup: false }, then);
}

/** What waits for it in the system, and is old, never reaches it. */
function cutOff({ conn }: Client): void {
  if (conn instanceof PacedSocket) conn.reset();
}

function senderOf(packet: AedesPublishPacket): string {
  return 'clientId' in packet && typeof packet.clientId === 'string' ? packet.clientId : '';
}

/**
 * MQTT 3.1.1 cannot say no to a publish, and a client that is cut off for one sends it again on its next connection,
 * without end. So it is acknowledged, and nobody gets it.
 */
function dropMessage(packet: PublishPacket): void {
  packet.topic = NOBODYS_TOPIC;
  packet.payload = Buffer.alloc(0);
  packet.retain = false;
}
