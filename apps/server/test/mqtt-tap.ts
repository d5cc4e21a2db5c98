import { type AddressInfo, createConnection, createServer } from 'node:net';
import { type IPublishPacket, parser } from 'mqtt-packet';

/** Every message that a device and a broker send each other, in order: nobody else may read them all. */
export type MqttTap = { port: number; stop: () => Promise<void> };

/** Listens on loopback in front of a broker on the same machine. `heard` gets each PUBLISH, from either side. */
export async function startMqttTap(
  brokerPort: number,
  received: (packet: IPublishPacket) => void,
): Promise<MqttTap> {
  const server = createServer((device) => {
    const broker = createConnection(brokerPort, '127.0.0.1');
    for (const [from, to] of [
      [device, broker],
      [broker, device],
    ] as const) {
      const packets = parser();
      packets.on('packet', (packet) => {
        if (packet.cmd === 'publish') received(packet);
      });
      from.on('data', (chunk: Buffer) => {
        packets.parse(chunk);
        to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
