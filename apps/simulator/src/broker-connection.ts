import { createConnection } from 'node:net';
import { type IClientOptions, MqttClient } from 'mqtt';
import type { PublishedMessage } from './simulated-device.ts';

export type BrokerAddress = {
  host: string;
  port: number;
  username?: string;
  password?: string;
  /** A random one when absent. */
  clientId?: string;
};

/** One connection to the broker that is made again whenever it is lost. */
export type BrokerConnection = {
  /** Resolves when the connection is first made; until then it keeps trying. */
  start(): Promise<void>;
  /** Cuts the connection as a power cut does, without DISCONNECT: the broker publishes the last will. */
  stop(): Promise<void>;
  /** Sends the message and returns true. Returns false while there is no connection: nothing is kept for later. */
  publish(message: PublishedMessage): boolean;
};

const CONNECT_TIMEOUT_MS = 5_000;
const FIRST_RETRY_MS = 200;
const LAST_RETRY_MS = 10_000;
const TOPICS_PER_SUBSCRIBE = 200;

/**
 * `onJoined` is called after each connection, once all `topics` are subscribed; `onTrouble` gets the reason of each
 * failure.
 */
export function createBrokerConnection(options: {
  broker: BrokerAddress;
  topics: readonly string[];
  will?: PublishedMessage;
  onJoined: () => Promise<void>;
  onMessage: (topic: string, payload: string) => void;
  onTrouble: (reason: string) => void;
}): BrokerConnection {
  let client: MqttClient | undefined;
  let joined = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  function connect(onFirstJoined: () => void) {
    const current = new MqttClient(() => openSocket(options.broker), clientOptions(options));
    client = current;
    current.on('error', (error) => options.onTrouble(error.message));
    current.on('message', (topic, payload) => options.onMessage(topic, payload.toString()));
    current.on('connect', () => {
      subscribeAll(current, options.topics)
        .then(async () => {
          joined = true;
          failures = 0;
          await options.onJoined();
          onFirstJoined();
        })
        .catch((error: unknown) => {
          options.onTrouble(String(error));
          current.stream.destroy();
        });
    });
    current.once('close', () => {
      joined = false;
      // A new client each time: mqtt.js would re-send what the old one had not finished.
      current.end(true);
      if (!stopped) retry = setTimeout(connect, retryDelay(failures++), onFirstJoined);
    });
  }

  return {
    start: () => new Promise((resolve) => connect(resolve)),
    async stop() {
      stopped = true;
      joined = false;
      clearTimeout(retry);
      await client?.endAsync(true);
    },
    publish({ topic, payload, retain }) {
      if (!joined) return false;
      client?.publish(topic, payload, { qos: 1, retain });
      return true;
    },
  };
}

function clientOptions({ broker, will }: { broker: BrokerAddress; will?: PublishedMessage }): IClientOptions {
  return {
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    queueQoSZero: false,
    ...(broker.username !== undefined && { username: broker.username }),
    ...(broker.password !== undefined && { password: broker.password }),
    ...(broker.clientId !== undefined && { clientId: broker.clientId }),
    ...(will && { will: { ...will, qos: 1 as const, payload: Buffer.from(will.payload) } }),
  };
}

function openSocket({ host, port }: BrokerAddress) {
  const socket = createConnection({ host, port });
  // Without it a command and its report take some 50 ms: Nagle's algorithm waits for delayed acknowledgements.
  socket.setNoDelay(true);
  return socket;
}

async function subscribeAll(client: MqttClient, topics: readonly string[]) {
  for (let first = 0; first < topics.length; first += TOPICS_PER_SUBSCRIBE) {
    await client.subscribeAsync(topics.slice(first, first + TOPICS_PER_SUBSCRIBE), { qos: 1 });
  }
}

function retryDelay(failures: number) {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}
