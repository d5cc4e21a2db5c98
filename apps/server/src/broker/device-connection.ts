import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { DeviceConnectionData } from '@semaforo/contract/api/broker';
import type { BrokerAccess } from './mqtt-connection.port.ts';

const ANY_ADDRESS = ['0.0.0.0', '::'];
const LOOPBACK = /^(127\.|::1$|localhost$)/;

type Listening = { host: string; port: number; tlsPort: number | null; certificate: string | null };

/** Where the embedded broker of these settings listens. A certificate that cannot be read any more is left out. */
export function listeningOf(settings: {
  host: string;
  port: number;
  tls: { port: number; cert: string } | undefined;
}): Listening {
  const { host, port, tls } = settings;
  return { host, port, tlsPort: tls?.port ?? null, certificate: tls ? readCertificate(tls.cert) : null };
}

function readCertificate(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Where devices find the broker that is in use. `embedded`: where the one inside this server listens, and its
 * certificate (PEM); undefined when another one is in use.
 */
export function deviceConnection(
  inUse: Pick<BrokerAccess, 'host' | 'port' | 'tls'>,
  embedded: Listening | undefined,
): Omit<DeviceConnectionData, 'sharedLogin' | 'reachIsGiven'> {
  if (!embedded) {
    const { host, port, tls } = inUse;
    const at = { addresses: [host], port, tlsPort: tls ? port : null };
    return { embedded: false, loopbackOnly: false, ...at, certificate: null };
  }
  const { host, port, tlsPort, certificate } = embedded;
  const loopbackOnly = LOOPBACK.test(host);
  const addresses = loopbackOnly || ANY_ADDRESS.includes(host) ? addressesInNetwork() : [host];
  return { embedded: true, loopbackOnly, addresses, port, tlsPort, certificate };
}

/** The addresses of this machine that others in the network can reach. */
function addressesInNetwork(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
}
