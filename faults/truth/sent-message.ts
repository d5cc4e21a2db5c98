import { type FaultyNetwork, startFaultyNetwork } from '@semaforo/testing/faulty-network';
import { createMqttTap } from './mqtt-tap.ts';

/** A command as the broker sent it to its device. */
export type SentMessage = { at: number; key: string; channel: string; payload: string; retain: boolean };

const COMMAND = /\/([^/]+)\/set$/;

/** The network of one device; what the broker sends is noted as it leaves the broker, however slow the network is. */
export function watchCommands(brokerPort: number, key: string, sent: SentMessage[]): Promise<FaultyNetwork> {
  const tap = createMqttTap(({ direction, packet }) => {
    if (direction === 'up' || packet.cmd !== 'publish') return;
    const channel = COMMAND.exec(packet.topic)?.[1];
    if (channel === undefined) return;
    sent.push({ at: Date.now(), key, channel, payload: packet.payload.toString(), retain: packet.retain });
  });
  return startFaultyNetwork({ target: brokerPort, onArrived: tap.take, onClosed: tap.closed });
}
