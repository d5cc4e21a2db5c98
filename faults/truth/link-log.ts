import { type LampColor, lampReport } from '@semaforo/contract/domain/lamps';
import type { TappedPacket } from './mqtt-tap.ts';
import { TOWN, type TownDevice } from './town.ts';

/** A command message of the server, in the order of all that passed its link; `ackedAs` is the place of its PUBACK. */
export type SentMessage = {
  place: number;
  at: number;
  key: string;
  channel: string;
  payload: string;
  retain: boolean;
  /** The place at which the broker's acknowledgement came, or at which the connection ended without one. */
  settledAs: number | null;
};

/**
 * A word of a device as it reached the server. `storedAt`: when the server acknowledged it; null: not. `isLive`: said
 * after the server had caught up with what the broker kept for it.
 */
export type ReceivedReport = {
  place: number;
  at: number;
  key: string;
  lamp: LampColor;
  on: boolean;
  storedAt: number | null;
  connection: number;
  isLive: boolean;
};

/** What passed between the server and the broker. */
export type LinkLog = {
  readonly sent: readonly SentMessage[];
  readonly received: readonly ReceivedReport[];
  /** Topics that the server published to and that are neither a command to a device nor its own. */
  readonly oddTopics: readonly string[];
  /** The newest connection on which that server caught up; the first, unless told which. */
  newestConnection: (server?: number) => number;
  /** True when the device spoke of that lamp on that connection, after the server had caught up. */
  isReportedLive: (connection: number, key: string, lamp: LampColor) => boolean;
  take: (tapped: TappedPacket) => void;
  closed: (connection: number) => void;
};

const TOPIC = /^((?:\/[^/]+){3})\/([^/]+)(\/set)?$/;
/**
 * The server's own topics: the marker that it sends to itself comes back after all that the broker kept. A kept session
 * may hold that of a former connection, too.
 */
const OWN = /^semaforo\//;

const CONNECTIONS_PER_SERVER = 1_000_000;

/** The number of a connection among those of all servers. */
export function ownConnection(server: number, connection: number): number {
  return server * CONNECTIONS_PER_SERVER + connection;
}

/** Which server a connection is of. */
export function serverOf(connection: number): number {
  return Math.floor(connection / CONNECTIONS_PER_SERVER);
}

/** `stored` is called when the server takes over a word of a device, `joined` when it has caught up on a connection. */
export function createLinkLog(
  now: () => number,
  on: { stored: (report: ReceivedReport) => void; joined: () => void },
): LinkLog {
  const sent: SentMessage[] = [];
  const received: ReceivedReport[] = [];
  const oddTopics: string[] = [];
  const receivedLive = new Set<string>();
  /** What the server said to itself on each connection. */
  const markers = new Map<number, string>();
  const unsettled = new Map<string, SentMessage>();
  const unstored = new Map<string, ReceivedReport>();
  let place = 0;
  const newestConnections = new Map<number, number>();

  const takeSent = (
    id: string,
    connection: number,
    { topic, payload, retain }: { topic: string; payload: string; retain: boolean },
  ) => {
    const [, key, channel, set] = TOPIC.exec(topic) ?? [];
    if (key === undefined || channel === undefined || set === undefined) {
      if (OWN.test(topic)) markers.set(connection, payload);
      else oddTopics.push(topic);
      return;
    }
    const message = { place, at: now(), key, channel, payload, retain, settledAs: null };
    sent.push(message);
    unsettled.set(id, message);
  };

  const takeReceived = (
    id: string,
    connection: number,
    { topic, payload }: { topic: string; payload: string },
  ) => {
    if (OWN.test(topic) && markers.get(connection) === payload) {
      newestConnections.set(serverOf(connection), connection);
      on.joined();
    }
    const [, key, channel, set] = TOPIC.exec(topic) ?? [];
    const device = TOWN.find((one: TownDevice) => one.key === key);
    if (device === undefined || channel === undefined || set !== undefined) return;
    const reported = lampReport(device, { channel, payload });
    if (reported === undefined) return;
    const report = {
      place,
      at: now(),
      key: device.key,
      ...reported,
      storedAt: null,
      connection,
      isLive: connection === newestConnections.get(serverOf(connection)),
    };
    received.push(report);
    if (report.isLive) receivedLive.add(`${connection} ${device.key} ${reported.lamp}`);
    unstored.set(id, report);
  };

  const settle = (id: string) => {
    const message = unsettled.get(id);
    if (message) message.settledAs = place;
    unsettled.delete(id);
  };

  const takeStored = (id: string) => {
    const report = unstored.get(id);
    unstored.delete(id);
    if (!report) return;
    report.storedAt = now();
    on.stored(report);
  };

  return {
    sent,
    received,
    oddTopics,
    newestConnection: (server = 0) => newestConnections.get(server) ?? 0,
    isReportedLive: (connection, key, lamp) => receivedLive.has(`${connection} ${key} ${lamp}`),
    take: ({ connection, direction, packet }) => {
      place += 1;
      const id = `${connection}/${packet.messageId ?? `-${place}`}`;
      if (packet.cmd === 'publish') {
        const message = { topic: packet.topic, payload: packet.payload.toString(), retain: packet.retain };
        if (direction === 'up') takeSent(id, connection, message);
        else if (!packet.retain) takeReceived(id, connection, message);
      } else if (packet.cmd === 'puback') {
        if (direction === 'up') takeStored(id);
        else settle(id);
      }
    },
    closed: (connection) => {
      place += 1;
      const isOfIt = (id: string) => id.startsWith(`${connection}/`);
      for (const id of [...unsettled.keys()].filter(isOfIt)) settle(id);
      for (const id of [...unstored.keys()].filter(isOfIt)) unstored.delete(id);
    },
  };
}
