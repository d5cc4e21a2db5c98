import { connect, type IClientOptions, type IConnackPacket, type MqttClient } from 'mqtt';
import { failPoint } from '../platform/fail-point.ts';
import { createLimiter } from '../platform/limiter.ts';
import type { PublishOutcome } from './broker-link.port.ts';
import { sentenceOfFailure } from './connection-failure.ts';
import type {
  BrokerAccess,
  ConnectionListener,
  ConnectToBroker,
  MqttConnection,
} from './mqtt-connection.port.ts';

/**
 * Reports, metrics and availability of every device, on `<key>/<channel>`. A key has three segments after the leading
 * slash. Commands are one level deeper.
 */
const REPORTS = '/+/+/+/+';
const KEEPALIVE_S = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** How many publishes may await their PUBACK when the broker sets no limit of its own. */
const IN_FLIGHT = 256;
const NO_MATCHING_SUBSCRIBERS = 0x10;
/** What a device may say in one message is far less; a broker of MQTT 5 keeps more away from us. */
const MAX_PACKET_BYTES = 16 * 1024;
const UNACCEPTABLE_PROTOCOL = [0x01, 0x84];

type ProtocolVersion = 4 | 5;
type Attempt = { connection: MqttConnection } | { failure: string; protocolRefused?: boolean };

/**
 * Connects with mqtt.js: MQTT 5 first, then 3.1.1 for a broker that does not support 5. The queue, the store and the
 * reconnection of the library are not used, because they replay old commands; one client object serves one
 * connection. `sendsNoOwnEcho` is true for a 3.1.1 broker that does not send our own publishes back. Without that,
 * commands on the report topic need MQTT 5 with No Local.
 */
export function createMqttConnector(options: {
  commandsOnReportTopic: boolean;
  sendsNoOwnEcho: (address: BrokerAccess) => boolean;
  /** Each connection takes this and a number: with the same id a second one would end the first. */
  clientIdPrefix: string;
}): ConnectToBroker {
  let connections = 0;
  return async (address, listener) => {
    connections += 1;
    const clientId = `${options.clientIdPrefix}-${connections}`;
    const modern = await attempt(address, listener, { version: 5, clientId });
    if (!('failure' in modern) || modern.protocolRefused !== true) return modern;
    if (options.commandsOnReportTopic && !options.sendsNoOwnEcho(address)) {
      return { failure: 'I comandi sul topic di stato richiedono un broker MQTT 5' };
    }
    return attempt(address, listener, { version: 4, clientId });
  };
}

function attempt(
  address: BrokerAccess,
  listener: ConnectionListener,
  { version, clientId }: { version: ProtocolVersion; clientId: string },
): Promise<Attempt> {
  return new Promise((resolve) => {
    const client = connect(clientOptions(address, version, clientId));
    let made = false;
    let failure = 'Il broker non risponde';
    let protocolRefused = false;
    const deadline = setTimeout(() => client.end(true), CONNECT_TIMEOUT_MS);

    client.on('error', (error) => {
      failure = sentenceOfFailure(error);
      protocolRefused = 'code' in error && UNACCEPTABLE_PROTOCOL.includes(Number(error.code));
      client.end(true);
    });
    client.on('connect', (connack) => {
      setNoDelay(client);
      client.subscribe(REPORTS, { qos: 1, nl: true, rap: false }, (error, granted) => {
        if (error || granted?.some(({ qos }) => qos === 128)) {
          failure = 'Il broker rifiuta la sottoscrizione';
          client.end(true);
          return;
        }
        clearTimeout(deadline);
        made = true;
        resolve({ connection: connectionOver(client, connack) });
      });
    });
    client.on('message', (topic, payload, { retain }) =>
      listener.message({ topic, payload, retained: retain }),
    );
    client.once('close', () => {
      clearTimeout(deadline);
      client.end(true);
      if (made) listener.closed();
      else resolve({ failure, protocolRefused });
    });
  });
}

function clientOptions(address: BrokerAccess, version: ProtocolVersion, clientId: string): IClientOptions {
  return {
    host: address.host,
    port: address.port,
    protocol: address.tls ? 'mqtts' : 'mqtt',
    username: address.username,
    password: address.password,
    clientId,
    protocolVersion: version,
    // A session kept by the broker would deliver old reports as new ones.
    clean: true,
    keepalive: KEEPALIVE_S,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    resubscribe: false,
    ...(version === 5 && { properties: { maximumPacketSize: MAX_PACKET_BYTES } }),
  };
}

function connectionOver(client: MqttClient, connack: IConnackPacket): MqttConnection {
  const unsettled = new Set<(outcome: PublishOutcome) => void>();
  const limiter = createLimiter(connack.properties?.receiveMaximum ?? IN_FLIGHT);
  // mqtt.js keeps this reason code from the callback (its own PUBACK handling, read right after this event).
  let nobodyListens = false;
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback') failPoint('before-acknowledgement');
    nobodyListens = packet.cmd === 'puback' && packet.reasonCode === NO_MATCHING_SUBSCRIBERS;
  });
  const settleAll = () => {
    for (const settle of unsettled) settle('unknown');
  };
  client.once('close', settleAll);
  /** While it ends, the library still counts as connected for a moment and answers everything with an error. */
  const isOpen = () => client.connected && !client.disconnecting;

  const handOver = (message: { topic: string; payload: string }) =>
    new Promise<PublishOutcome>((resolve) => {
      const settle = (outcome: PublishOutcome) => {
        unsettled.delete(settle);
        resolve(outcome);
      };
      unsettled.add(settle);
      failPoint('before-publish');
      client.publish(message.topic, message.payload, { qos: 1, retain: false }, (error) => {
        if (error) settle(isOpen() ? 'rejected' : 'unknown');
        else settle(nobodyListens ? 'no-listener' : 'acknowledged');
      });
      failPoint('after-publish');
    });

  return {
    publish: (message, isStillWanted) =>
      limiter.run(() =>
        isOpen() && isStillWanted() ? handOver(message) : Promise.resolve('withheld' as const),
      ),
    close: () => client.end(true),
  };
}

/** Without it a command and its echo wait for delayed acknowledgements, some 50 ms instead of 3. */
function setNoDelay(client: MqttClient): void {
  const stream: { setNoDelay?: (on: boolean) => unknown } = client.stream as object;
  stream.setNoDelay?.(true);
}
