import type { Direction, Passing } from '@semaforo/testing/faulty-network';
import { type Packet, parser } from 'mqtt-packet';

/** A packet on the way between a client and the broker. */
export type TappedPacket = { connection: number; direction: Direction; packet: Packet };

/** Reads the packets of MQTT connections from their bytes. */
export type MqttTap = { take: (passing: Passing) => void; closed: (connection: number) => void };

type Readers = Record<Direction, (data: Buffer) => void>;

const MQTT_5 = 5;
const NAME = Buffer.from('MQTT');

export function createMqttTap(onPacket: (tapped: TappedPacket) => void): MqttTap {
  const readers = new Map<number, Readers>();

  const join = (connection: number, first: Buffer): Readers => {
    const protocolVersion = versionOf(first);
    const reader = (direction: Direction) => {
      const read = parser({ protocolVersion });
      read.on('packet', (packet) => onPacket({ connection, direction, packet }));
      // What is no MQTT is the concern of its receiver.
      read.on('error', () => undefined);
      return (data: Buffer) => void read.parse(data);
    };
    const both = { up: reader('up'), down: reader('down') };
    readers.set(connection, both);
    return both;
  };

  return {
    take: ({ connection, direction, data }) =>
      (readers.get(connection) ?? join(connection, data))[direction](data),
    closed: (connection) => void readers.delete(connection),
  };
}

/** The version that the CONNECT packet names after the protocol's name: version 5 is read otherwise. */
function versionOf(connect: Buffer): number {
  const name = connect.indexOf(NAME);
  return connect[name + NAME.length] === MQTT_5 ? MQTT_5 : 4;
}
