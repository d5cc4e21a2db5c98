import { createBrokerConnection } from '@semaforo/simulator/broker-connection';

/** A message as it passed the broker. `at` is epoch milliseconds. */
export type Witnessed = { at: number; key: string; channel: string; payload: string; isCommand: boolean };

/** What the witness heard, in order. */
export type Received = readonly Witnessed[];

/** Records, in order, all messages to devices and from them. It knows nothing about the server and the devices. */
export type Witness = { received: Received; stop: () => Promise<void> };

const COMMANDS = '/+/+/+/+/set';
const REPORTS = '/+/+/+/+';
const MESSAGE_TOPIC = /^((?:\/[^/]+){3})\/([^/]+)(\/set)?$/;

export async function startWitness(port: number): Promise<Witness> {
  const received: Witnessed[] = [];
  const connection = createBrokerConnection({
    broker: { host: '127.0.0.1', port },
    topics: [COMMANDS, REPORTS],
    onJoined: () => Promise.resolve(),
    onMessage: (topic, payload) => {
      const [, key, channel, set] = MESSAGE_TOPIC.exec(topic) ?? [];
      if (key === undefined || channel === undefined) return;
      received.push({ at: Date.now(), key, channel, payload, isCommand: set !== undefined });
    },
    onTrouble: () => {},
  });
  await connection.start();
  return { received, stop: connection.stop };
}
