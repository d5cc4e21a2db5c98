import { createConnection } from 'node:net';
import { type IClientOptions, MqttClient } from 'mqtt';

/** A device's way to the broker: made again by itself whenever it is lost, each time with nothing left from before. */
export type DeviceConnection = {
  start: () => void;
  isJoined: () => boolean;
  /**
   * Sends the message with QoS 1 and calls `acknowledged` when the broker took it over. False while there is no
   * connection: nothing is kept for later.
   */
  publish: (
    message: { topic: string; payload: string; retain: boolean },
    acknowledged: () => void,
  ) => boolean;
  /** Breaks the connection, as a loss of power does; it comes back. */
  drop: () => void;
  stop: () => void;
};

const AGAIN_AFTER_MS = 700;
const KEEPALIVE_S = 10;

/** `joined` is called once the device hears its commands, `left` when it lost the broker after that. */
export function createDeviceConnection(options: {
  port: number;
  login: { username: string; password: string } | undefined;
  key: string;
  keepsSession: boolean;
  joined: () => void;
  left: () => void;
  received: (topic: string, payload: string) => void;
}): DeviceConnection {
  const { key } = options;
  const clientOptions: IClientOptions = {
    clientId: `prova${key.replaceAll('/', '-')}`,
    clean: !options.keepsSession,
    protocolVersion: 4,
    keepalive: KEEPALIVE_S,
    reconnectPeriod: 0,
    connectTimeout: 4000,
    queueQoSZero: false,
    will: { topic: `${key}/status`, payload: Buffer.from('offline'), qos: 1, retain: true },
    ...options.login,
  };
  let client: MqttClient | undefined;
  let isJoined = false;
  let isStopped = false;

  const connect = () => {
    if (isStopped) return;
    const current = new MqttClient(
      () => createConnection({ port: options.port, host: '127.0.0.1', noDelay: true }),
      clientOptions,
    );
    client = current;
    current.on('error', () => undefined);
    current.on('message', (topic, payload) => options.received(topic, payload.toString()));
    current.on('connect', () => {
      current.subscribe(`${key}/+/set`, { qos: 1 }, (error) => {
        if (error || client !== current || isStopped) return current.stream.destroy();
        isJoined = true;
        return options.joined();
      });
    });
    current.once('close', () => {
      if (isJoined) options.left();
      isJoined = false;
      current.end(true);
      setTimeout(connect, AGAIN_AFTER_MS);
    });
  };

  return {
    start: connect,
    isJoined: () => isJoined,
    publish: ({ topic, payload, retain }, acknowledged) => {
      if (!isJoined || client === undefined) return false;
      client.publish(topic, payload, { qos: 1, retain }, (error) => {
        if (!error) acknowledged();
      });
      return true;
    },
    drop: () => void client?.stream.destroy(),
    stop: () => {
      isStopped = true;
      client?.end(true);
    },
  };
}
