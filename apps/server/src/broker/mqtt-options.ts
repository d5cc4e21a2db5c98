import type { IClientOptions } from 'mqtt';
import type { BrokerAccess } from './mqtt-connection.port.ts';

const KEEPALIVE_S = 10;
export const CONNECT_TIMEOUT_MS = 5000;
/** What a device may say in one message is far less; a broker of MQTT 5 keeps more away from us. */
const MAX_PACKET_BYTES = 16 * 1024;
/** How long the broker keeps what is said while the server is away (MQTT 5; with 3.1.1 the broker decides). */
const SESSION_EXPIRY_S = 600;
/**
 * The most that MQTT allows. A broker drops what it can neither send nor queue (Mosquitto queues 1000), and all
 * devices speak at once when it was restarted.
 */
export const RECEIVE_MAXIMUM = 65_535;

export type ProtocolVersion = 4 | 5;

/** What is asked of mqtt.js: one connection, over which nothing is queued, repeated or made again. */
export function mqttOptions(
  address: BrokerAccess,
  { version, clientId, keepsSession }: { version: ProtocolVersion; clientId: string; keepsSession: boolean },
): IClientOptions {
  return {
    host: address.host,
    port: address.port,
    protocol: address.tls ? 'mqtts' : 'mqtt',
    username: address.username,
    password: address.password,
    clientId,
    protocolVersion: version,
    clean: !keepsSession,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    resubscribe: false,
    ...(version === 5 && {
      properties: {
        maximumPacketSize: MAX_PACKET_BYTES,
        receiveMaximum: RECEIVE_MAXIMUM,
        ...(keepsSession && { sessionExpiryInterval: SESSION_EXPIRY_S }),
      },
    }),
  };
}
