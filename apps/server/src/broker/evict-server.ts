import { connect } from 'mqtt';
import type { BrokerAccess } from './mqtt-connection.port.ts';
import { mqttOptions, type ProtocolVersion } from './mqtt-options.ts';

/**
 * Ends the connection that another server may still have to the broker, by one with the same client id: what that
 * server had on its way is dropped by the broker from then on. Its session is kept, and nothing of it is acknowledged.
 * Resolves to false when the broker was not reached. Never rejects.
 */
export async function evictServer(address: BrokerAccess, clientId: string): Promise<boolean> {
  // A broker that knows MQTT 3.1.1 only refuses the first.
  return (await takeOver(address, clientId, 5)) || takeOver(address, clientId, 4);
}

function takeOver(address: BrokerAccess, clientId: string, version: ProtocolVersion): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(mqttOptions(address, { version, clientId, keepsSession: true }));
    const end = (isDone: boolean) => {
      resolve(isDone);
      client.end(true);
    };
    client.handleMessage = () => {};
    client.once('connect', () => end(true));
    client.once('close', () => end(false));
    client.on('error', () => end(false));
  });
}
