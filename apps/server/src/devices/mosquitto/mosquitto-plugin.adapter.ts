import { randomUUID } from 'node:crypto';
import { connectAsync } from 'mqtt';
import { within } from '../../platform/within.ts';
import type { ConnectToPlugin, PluginAnswer } from './mosquitto-plugin.port.ts';

const COMMANDS = '$CONTROL/dynamic-security/v1';
const ANSWERS = `${COMMANDS}/response`;
const CONNECT_WITHIN_MS = 5000;
/** It stores every change in a file before it answers. */
const ANSWER_WITHIN_MS = 20_000;

type Answer = PluginAnswer & { correlationData?: string };
type Waiting = { id: string; resolve: (answers: Answer[]) => void; reject: (reason: Error) => void };

/** Talks to Mosquitto's dynamic-security plugin over MQTT. One sending at a time. */
export const connectToMosquittoPlugin: ConnectToPlugin = async (address, closed) => {
  const { tls, ...access } = address;
  const client = await connectAsync({
    ...access,
    protocol: tls ? 'mqtts' : 'mqtt',
    clientId: `semaforo-dynsec-${randomUUID()}`,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_WITHIN_MS,
  });
  let waiting: Waiting | undefined;
  // What went wrong is told by the end of the connection.
  client.on('error', () => {});
  client.once('close', () => {
    waiting?.reject(new Error('the connection to the plugin is gone'));
    closed();
  });
  client.on('message', (_topic, payload) => {
    const { responses } = JSON.parse(payload.toString()) as { responses: Answer[] };
    // Who else administers the plugin hears our answers, and we theirs.
    if (responses[0]?.correlationData === waiting?.id) waiting?.resolve(responses);
  });
  try {
    await within(CONNECT_WITHIN_MS, client.subscribeAsync(ANSWERS, { qos: 1 }));
  } catch (error) {
    await client.endAsync(true);
    throw error;
  }
  return {
    send: async (commands) => {
      const id = randomUUID();
      const answered = new Promise<Answer[]>((resolve, reject) => {
        waiting = { id, resolve, reject };
      });
      const marked = commands.map((command) => ({ ...command, correlationData: id }));
      client.publish(COMMANDS, JSON.stringify({ commands: marked }), { qos: 1 });
      return within(ANSWER_WITHIN_MS, answered);
    },
    close: () => client.endAsync(true),
  };
};
