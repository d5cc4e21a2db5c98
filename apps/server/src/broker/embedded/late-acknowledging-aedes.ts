import { Aedes, type AedesPublishPacket, type Client, type PublishPacket } from 'aedes';
import { createHeldAcknowledgements } from './held-acknowledgements.ts';

/** PUBACK of MQTT 3.1.1: type, length, packet identifier. */
const puback = (messageId: number) => Buffer.from([0x40, 2, messageId >> 8, messageId & 0xff]);

const WITHHELD = Symbol('withheld');

/**
 * aedes sends PUBACK before it passes a publish on. Here the PUBACK of a report waits until the server, a subscriber,
 * has acknowledged that report itself; everything else goes on meanwhile.
 */
export class LateAcknowledgingAedes extends Aedes {
  readonly #held = createHeldAcknowledgements<Client>();

  /** Call it in `authorizePublish`. */
  withhold(client: Client, packet: PublishPacket): void {
    const { messageId, payload } = packet;
    if (packet.qos !== 1 || messageId === undefined || typeof payload === 'string') return;
    // An empty one means nothing, and the buffers of empty ones need not differ.
    if (payload.length === 0) return;
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
    if (packet.qos > 0 && typeof packet.payload !== 'string') this.#held.passedOn(packet.payload, server);
  }

  /** Call it when the server has acknowledged a message. */
  acknowledged(server: Client): void {
    this.#held.acknowledged(server);
  }

  /** Call it when a connection of the server has ended. */
  gone(server: Client): void {
    this.#held.gone(server);
  }

  override publish(...given: Parameters<Aedes['publish']>): void {
    const [packet] = given;
    if (!(WITHHELD in packet)) {
      super.publish(...given);
      return;
    }
    packet.qos = 1;
    // As aedes does after a PUBACK: two packets of one chunk would overtake each other when one of them is retained.
    setImmediate(() => super.publish(...given));
  }
}
