import { Aedes, type AedesOptions, type AedesPublishPacket, type Client, type PublishPacket } from 'aedes';
import { writeToStream } from 'mqtt-packet';
import pLimit, { type LimitFunction } from 'p-limit';
import { createFifo, type Fifo } from '../../platform/fifo.ts';

/** On a packet: a report of `from` for the server, on this connection of it. aedes sees QoS 0 in place of 1. */
const REPORT = Symbol('report');
type Report = { from: Client; server: Client; qos: PublishPacket['qos']; hasReaders: boolean };

/** On the payload, of which the broker makes no copy: the connection on which the server was sent it. */
const HANDED_OVER = Symbol('handed over');

/** How aedes itself waits for a connection that takes no more for now; its types leave it out. */
type Draining = Client & { waitForDrain: (then: () => void) => void };

/** A PUBACK that a device has not been sent yet. */
type Owed = { to: Client; messageId: number };

const MAX_MESSAGE_ID = 65_535;

/**
 * aedes acknowledges a publish before it passes it on, each on a way of its own of several turns, on which one may
 * overtake another; and then drops the one that comes later. Here the server, a subscriber, is sent each report at the
 * moment when it is read, in that order, and its PUBACK waits until the server has acknowledged it. What the server
 * publishes is acknowledged after each report that was read before: what comes after it counts as an answer
 * (docs/rules.md#confirmation).
 */
export class LateAcknowledgingAedes extends Aedes {
  /** In the order in which the server was sent what they are for: so it acknowledges. For a moment it has two. */
  readonly #owed = new Map<Client, Fifo<Owed>>();
  readonly #turns: LimitFunction;
  #messageId = 0;

  /** `atOnce`: so many messages are passed on at a time; the others wait for their turn, in order. */
  constructor({ atOnce, ...options }: Omit<AedesOptions, 'concurrency'> & { atOnce: number }) {
    // aedes would keep those that wait in an array, of which taking the first moves all others.
    super({ ...options, concurrency: 0 });
    this.#turns = pLimit(atOnce);
  }

  /**
   * Call it in `authorizePublish` with a report that the server, who listens, is to get. `hasReaders`: others may be
   * subscribed to it.
   */
  takeIn(packet: PublishPacket, { from, server, hasReaders }: Omit<Report, 'qos'>): void {
    const report: Report = { from, server, qos: packet.qos, hasReaders };
    Object.assign(packet, { [REPORT]: report });
    // A publish with QoS 0 gets no PUBACK of aedes.
    if (packet.qos === 1) packet.qos = 0;
  }

  /**
   * Call it in `authorizeForward` with what aedes is about to send to the server: null if it was sent it already. With
   * QoS 0: of what has QoS 1 there each PUBACK is owed to a device.
   */
  forward(server: Client, packet: AedesPublishPacket): AedesPublishPacket | null {
    if (handedOverOn(packet) === server) return null;
    packet.qos = 0;
    return packet;
  }

  /** Call it when the server has acknowledged a message: its oldest on that connection. */
  acknowledged(server: Client): void {
    const owed = this.#owed.get(server)?.take();
    if (owed && !owed.to.closed) writeToStream({ cmd: 'puback', messageId: owed.messageId }, owed.to.conn);
  }

  /** Call it when a connection of the server has ended. */
  gone(server: Client): void {
    const owed = this.#owed.get(server);
    this.#owed.delete(server);
    // A device sends again what was not acknowledged only when it connects again.
    for (let next = owed?.take(); next; next = owed?.take()) next.to.close();
  }

  override publish(...given: Parameters<Aedes['publish']>): void {
    const [packet] = given;
    // aedes may name the client in between: the last is what it wants to have called.
    const done = given.at(-1) as (error?: Error) => void;
    const report = REPORT in packet ? (packet[REPORT] as Report) : undefined;
    if (!report) {
      this.#passInTurn(given);
      return;
    }
    if (report.server.closed) {
      done(new Error('the server is gone'));
      return;
    }
    const takesMore = this.#handOver(packet, report);
    let goOn: () => void = done;
    if (packet.retain || report.hasReaders) {
      // The buffers of empty ones need not differ.
      if (packet.payload.length === 0) packet.payload = Buffer.alloc(0);
      Object.assign(packet.payload, { [HANDED_OVER]: report.server });
      packet.qos = report.qos;
      goOn = () => this.#passInTurn(given);
    }
    // In a turn of its own: one that is kept takes longer than the next, which would overtake it.
    if (takesMore) setImmediate(goOn);
    else (report.server as Draining).waitForDrain(goOn);
  }

  /** Returns false when the connection of the server takes no more for now. All of one chunk go out in one write. */
  #handOver({ topic, payload, messageId }: PublishPacket, { from, server, qos }: Report): boolean {
    const message = { cmd: 'publish', topic, payload, dup: false, retain: false } as const;
    if (qos !== 1 || messageId === undefined) return writeToStream({ ...message, qos: 0 }, server.conn);
    this.#messageId = (this.#messageId % MAX_MESSAGE_ID) + 1;
    const owed = this.#owed.get(server) ?? createFifo<Owed>();
    this.#owed.set(server, owed);
    owed.add({ to: from, messageId });
    return writeToStream({ ...message, qos: 1, messageId: this.#messageId }, server.conn);
  }

  #passInTurn(given: Parameters<Aedes['publish']>): void {
    const passedOn = given.at(-1) as (typeof given)[1];
    void this.#turns(
      () =>
        new Promise<void>((resolve) => {
          const ended: typeof passedOn = (error) => {
            resolve();
            passedOn(error);
          };
          super.publish(...(given.with(-1, ended) as typeof given));
        }),
    );
  }
}

function handedOverOn({
  payload,
}: {
  payload: Buffer | string | { [HANDED_OVER]?: Client };
}): Client | undefined {
  return typeof payload === 'object' && HANDED_OVER in payload ? payload[HANDED_OVER] : undefined;
}
