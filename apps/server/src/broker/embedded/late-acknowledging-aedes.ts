import { Aedes, type AedesOptions, type AedesPublishPacket, type Client, type PublishPacket } from 'aedes';
import pLimit, { type LimitFunction } from 'p-limit';
import { createForwardingQueue } from './forwarding-queue.ts';
import { createHeldAcknowledgements } from './held-acknowledgements.ts';

/** PUBACK of MQTT 3.1.1: type, length, packet identifier. */
const puback = (messageId: number) => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);

const WITHHELD = Symbol('withheld');
const TAKEN_IN = Symbol('taken in');

/** On the payload, of which the broker makes no copy: to be called when the server was sent it. */
const FORWARDED = Symbol('handed on');
type Passing = { readonly length: number; [FORWARDED]?: () => void };
const whenForwarded = (payload: Passing | string) =>
  typeof payload === 'string' ? undefined : payload[FORWARDED];

/**
 * aedes sends PUBACK before it passes a publish on. Here the PUBACK of a report waits until the server, a subscriber,
 * has acknowledged that report itself; everything else goes on meanwhile. And the PUBACK of what the server publishes
 * waits until the server was sent each report that was read before: what comes after it counts as an answer
 * (docs/rules.md#confirmation).
 */
export class LateAcknowledgingAedes extends Aedes {
  readonly #held = createHeldAcknowledgements<Client>();
  readonly #handedOn = createForwardingQueue();
  readonly #turns: LimitFunction;

  /** `atOnce`: so many messages are passed on at a time; the others wait for their turn, in order. */
  constructor({ atOnce, ...options }: Omit<AedesOptions, 'concurrency'> & { atOnce: number }) {
    // aedes would keep those that wait in an array, of which taking the first moves all others.
    super({ ...options, concurrency: 0 });
    this.#turns = pLimit(atOnce);
    // One that the server did not get, after all: it has gone meanwhile.
    this.on('publish', ({ payload }) => {
      whenForwarded(payload)?.();
      if (typeof payload !== 'string') this.#held.wentOut(payload);
    });
  }

  /** Call it in `authorizePublish` with a report that the server, who listens, is to get. */
  takeIn(client: Client, packet: PublishPacket): void {
    // The buffers of empty ones need not differ.
    if (packet.payload.length === 0) packet.payload = Buffer.alloc(0);
    Object.assign(packet, { [TAKEN_IN]: true });
    this.#withhold(client, packet);
  }

  /** Call it in `authorizePublish` with what the server publishes; aedes acknowledges it in `then`. */
  afterReports(then: () => void): void {
    this.#handedOn.afterEarlier(then);
  }

  #withhold(client: Client, packet: PublishPacket): void {
    const { messageId, payload } = packet;
    if (packet.qos !== 1 || messageId === undefined || typeof payload === 'string') return;
    this.#held.hold(payload, {
      acknowledge: () => {
        if (!client.closed) client.conn.write(puback(messageId));
      },
      // A device sends again what was not acknowledged only when it connects again.
      abandon: () => client.close(),
    });
    // A publish with QoS 0 gets no PUBACK. It has its QoS back before it is passed on.
    packet.qos = 0;
    Object.assign(packet, { [WITHHELD]: true });
  }

  /** Call it in `authorizeForward` with what goes to the server. */
  passOn(server: Client, packet: AedesPublishPacket): void {
    const forwarded = whenForwarded(packet.payload);
    // aedes writes it in an immediate of its own, for which it asks as soon as this has returned.
    if (forwarded) queueMicrotask(() => setImmediate(forwarded));
    // What is written to a connection that has ended is read by nobody.
    if (packet.qos > 0 && typeof packet.payload !== 'string' && !server.closed)
      this.#held.passedOn(packet.payload, server);
  }

  /** Call it when the server has acknowledged a message. */
  acknowledged(server: Client): void {
    this.#held.acknowledged(server);
  }

  /** Call it when a connection of the server has ended. */
  gone(server: Client): void {
    this.#held.gone(server);
    this.#handedOn.forget();
  }

  override publish(...given: Parameters<Aedes['publish']>): void {
    const [packet] = given;
    if (TAKEN_IN in packet) Object.assign(packet.payload, { [FORWARDED]: this.#handedOn.takeIn() });
    if (!(WITHHELD in packet)) {
      this.#passInTurn(given);
      return;
    }
    packet.qos = 1;
    // As aedes does after a PUBACK: two packets of one chunk would overtake each other when one of them is retained.
    setImmediate(() => this.#passInTurn(given));
  }

  #passInTurn(given: Parameters<Aedes['publish']>): void {
    // aedes may name the client in between: the last is what it wants to have called.
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
