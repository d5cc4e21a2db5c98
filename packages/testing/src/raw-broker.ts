import { type AddressInfo, createServer, type Socket } from 'node:net';

const CONNECT = 1;
const PUBLISH = 3;
const PUBACK = 4;
const SUBSCRIBE = 8;
const PINGREQ = 12;
/** Where the server finds out whether this broker reports that nobody is subscribed. */
const PROBE_TOPIC = '/unheard';

/** A broker of MQTT 5 that says byte by byte what the test wants, to one client at a time. */
export type RawBroker = {
  port: number;
  /** The identifiers that the client acknowledged, in their order. */
  acknowledged: readonly number[];
  /** Called with what the client publishes; without it, everything is acknowledged and sent back. */
  onPublish: (answer: (packet: RawPublish) => void) => void;
  /** Reports from now on, or no more, that nobody is subscribed where nobody is. */
  reportNoSubscribers: (reports: boolean) => void;
  /** Sends the packets in one chunk. */
  send: (...packets: readonly Buffer[]) => void;
  stop: () => Promise<void>;
};

export type RawPublish = { messageId: number; topic: string; payload: string };

export const puback = (messageId: number, reasonCode = 0) => packet(0x40, [...u16(messageId), reasonCode]);

export const publish = ({ messageId, topic, payload }: RawPublish) =>
  packet(0x32, [...u16(topic.length), ...Buffer.from(topic), ...u16(messageId), 0, ...Buffer.from(payload)]);

/** `reportsNoSubscribers`: it answers a publication to a topic without subscribers with that reason. */
export async function startRawBroker({
  sessionPresent = false,
  reportsNoSubscribers = true,
} = {}): Promise<RawBroker> {
  const acknowledged: number[] = [];
  let reports = reportsNoSubscribers;
  let socket: Socket | undefined;
  const send = (...packets: readonly Buffer[]) => void socket?.write(Buffer.concat(packets));
  let answer: (published: RawPublish) => void = (published) =>
    send(puback(published.messageId), publish(published));

  const handlePublish = (published: RawPublish) => {
    if (published.topic.endsWith(PROBE_TOPIC)) send(puback(published.messageId, reports ? 0x10 : 0));
    else answer(published);
  };
  const handle = (type: number, body: Buffer) => {
    if (type === CONNECT) send(packet(0x20, [sessionPresent ? 1 : 0, 0, 0]));
    if (type === SUBSCRIBE)
      send(packet(0x90, [...body.subarray(0, 2), 0, ...readFilters(body).map(() => 1)]));
    if (type === PUBACK) acknowledged.push(body.readUInt16BE(0));
    if (type === PINGREQ) send(packet(0xd0, []));
    if (type === PUBLISH) handlePublish(readPublish(body));
  };
  const server = createServer((client) => {
    socket = client;
    client.setNoDelay(true);
    client.on('error', () => {});
    let unread = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let next = firstPacket(unread); next; next = firstPacket(unread)) {
        unread = unread.subarray(next.end);
        handle(next.type, next.body);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    acknowledged,
    onPublish: (next) => {
      answer = next;
    },
    reportNoSubscribers: (next) => {
      reports = next;
    },
    send,
    stop: () => {
      socket?.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const u16 = (value: number) => [value >> 8, value & 0xff];

/** What this broker says is shorter than 128 bytes: the length is one byte. */
function packet(header: number, body: readonly number[]): Buffer {
  return Buffer.from([header, body.length, ...body]);
}

function firstPacket(bytes: Buffer): { type: number; body: Buffer; end: number } | undefined {
  const header = bytes[0];
  const length = readLength(bytes, 1);
  if (header === undefined || length === undefined) return undefined;
  const end = length.end + length.value;
  return end > bytes.length ? undefined : { type: header >> 4, body: bytes.subarray(length.end, end), end };
}

/** Seven bits a byte, the lowest first; the eighth says that another follows. Undefined when not all has come. */
function readLength(bytes: Buffer, from: number): { value: number; end: number } | undefined {
  const last = bytes.findIndex((byte, at) => at >= from && byte < 0x80);
  if (last === -1) return undefined;
  const value = bytes.subarray(from, last + 1).reduceRight((sum, byte) => sum * 0x80 + (byte & 0x7f), 0);
  return { value, end: last + 1 };
}

/** The topics of the filters of a SUBSCRIBE, whose properties are empty; each is followed by a byte of options. */
function readFilters(body: Buffer): string[] {
  const filters: string[] = [];
  for (let at = 3; at < body.length; ) {
    const end = at + 2 + body.readUInt16BE(at);
    filters.push(body.toString('utf8', at + 2, end));
    at = end + 1;
  }
  return filters;
}

function readPublish(body: Buffer): RawPublish {
  const topicEnd = 2 + body.readUInt16BE(0);
  const payloadAt = topicEnd + 2 + 1 + body.readUInt8(topicEnd + 2);
  return {
    topic: body.toString('utf8', 2, topicEnd),
    messageId: body.readUInt16BE(topicEnd),
    payload: body.toString('utf8', payloadAt),
  };
}
