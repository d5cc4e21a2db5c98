import { endpointOf } from './broker-endpoint.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 1883;

/** The broker as the environment gives it (MQTT_…). */
export type GivenBroker = {
  host: string | undefined;
  port: number | undefined;
  username: string | undefined;
  password: string | undefined;
};

/**
 * The broker to use until an admin saves one. The embedded broker completes what MQTT_… leaves out. Undefined when
 * there is no broker at all.
 */
export function configuredBroker(
  given: GivenBroker,
  embedded: BrokerAccess | undefined,
): BrokerAccess | undefined {
  const { host, port, username, password } = given;
  if (host === undefined && port === undefined && !embedded) return undefined;
  return {
    ...endpointOf(host ?? embedded?.host ?? DEFAULT_HOST, port ?? embedded?.port ?? DEFAULT_PORT),
    username: username ?? embedded?.username ?? '',
    password: password ?? embedded?.password ?? '',
  };
}
