import type { BrokerAccess } from './mqtt-connection.port.ts';

export type BrokerEndpoint = Pick<BrokerAccess, 'host' | 'port' | 'tls'>;

const TLS_PORT = 8883;
const TLS_SCHEME = /^(mqtts|ssl|tls):\/\//i;
const PLAIN_SCHEME = /^(mqtt|tcp):\/\//i;

/**
 * The address of a broker, from a host as a person writes it. TLS is used for `mqtts://`, and for port 8883 without a
 * scheme.
 */
export function endpointOf(written: string, port: number): BrokerEndpoint {
  const tls = TLS_SCHEME.test(written) || (port === TLS_PORT && !PLAIN_SCHEME.test(written));
  return { host: written.replace(TLS_SCHEME, '').replace(PLAIN_SCHEME, ''), port, tls };
}

/** The host as `endpointOf` reads it: with a scheme only where the port alone would say otherwise. */
export function writtenHost({ host, port, tls }: BrokerEndpoint): string {
  const reportedByPort = port === TLS_PORT;
  if (tls === reportedByPort) return host;
  return `${tls ? 'mqtts' : 'mqtt'}://${host}`;
}
