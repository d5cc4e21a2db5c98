import type { Clock } from '../platform/clock.ts';
import { markerTopicOf } from './catch-up.ts';
import type { BrokerAccess, ConnectToBroker } from './mqtt-connection.port.ts';
import { mqttOptions, type ProtocolVersion } from './mqtt-options.ts';
import { openMqttConnection } from './open-mqtt-connection.ts';

/**
 * Connects with mqtt.js: MQTT 5 first, then 3.1.1 for a broker that does not support 5. The queue, the store and the
 * reconnection of the library are not used, because they replay old commands; one client object serves one
 * connection. `sendsNoOwnEcho` is true for a 3.1.1 broker that does not send our own commands back. Without that,
 * commands on the report topic need MQTT 5 with No Local.
 */
export function createMqttConnector(options: {
  commandsOnReportTopic: boolean;
  sendsNoOwnEcho: (address: BrokerAccess) => boolean;
  /** A second connection with the same id ends the first. */
  clientId: () => string;
  /** The broker keeps what is said while this client is away. */
  keepsSession: boolean;
  clock: Clock;
}): ConnectToBroker {
  const { commandsOnReportTopic, sendsNoOwnEcho, keepsSession, clock } = options;
  return async (address, listener) => {
    const clientId = options.clientId();
    const attempt = (version: ProtocolVersion) =>
      openMqttConnection({
        mqtt: mqttOptions(address, { version, clientId, keepsSession }),
        markerTopic: markerTopicOf(clientId),
        listener,
        clock,
      });
    const modern = await attempt(5);
    if (!('failure' in modern) || modern.protocolRefused !== true) return modern;
    if (commandsOnReportTopic && !sendsNoOwnEcho(address)) {
      return { failure: 'I comandi sul topic di stato richiedono un broker MQTT 5' };
    }
    return attempt(4);
  };
}
