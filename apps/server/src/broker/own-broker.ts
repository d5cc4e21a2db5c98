import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { BrokerAccess } from './mqtt-connection.port.ts';

const WILDCARDS = ['0.0.0.0', '::'];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.|localhost$)/;

/**
 * Recognizes the embedded broker in the addresses of brokers that come with the log-in of the settings (`shown`):
 * resolves to the server's own way into it (`access`), with the log-in that only the server has, and to any other
 * address as it came. Another port of this machine is then a relay to the embedded broker. Never rejects.
 */
export function createOwnBrokerDetector(
  embedded:
    | {
        access: BrokerAccess;
        shown: BrokerAccess;
        listensOn: () => { host: string; ports: readonly number[] };
      }
    | undefined,
): (address: BrokerAccess) => Promise<BrokerAccess> {
  if (!embedded) return (address) => Promise.resolve(address);
  const { access, shown, listensOn } = embedded;
  const hasShownLogIn = ({ username, password }: BrokerAccess) =>
    username === shown.username && password === shown.password;
  const isListening = (found: string) => {
    const { host } = listensOn();
    if (found === access.host || found === host) return true;
    if (!WILDCARDS.includes(host)) return false;
    return LOOPBACK.test(found) || ownAddresses().includes(found);
  };
  return async (address) => {
    // With another log-in it is for the broker to refuse it.
    if (!hasShownLogIn(address)) return address;
    if (!listensOn().ports.includes(address.port)) {
      const { username, password } = access;
      return LOOPBACK.test(address.host) ? { ...address, username, password } : address;
    }
    if (isListening(address.host)) return access;
    const found = await addressesOf(address.host);
    return found.some(isListening) ? access : address;
  };
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    // Whoever connects to it will say so.
    return [];
  }
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((some) => (some ?? []).map(({ address }) => address));
}
