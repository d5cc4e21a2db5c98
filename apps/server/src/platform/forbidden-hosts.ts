import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { within } from './within.ts';

const LOOK_UP_WITHIN_MS = 5000;

/** The addresses that a host name or any spelling of an address stands for. */
export type LookUp = (host: string) => Promise<readonly string[]>;

const lookUpAll: LookUp = async (host) => {
  const found = await within(LOOK_UP_WITHIN_MS, lookup(host, { all: true }));
  return found.map(({ address }) => address);
};

/**
 * True for a host to which this server never connects on anybody's word (docs/rules.md#broker-trial). A name that
 * cannot be looked up is left to the connection, which fails like with any other address.
 */
export async function isForbiddenHost(host: string, lookUp: LookUp = lookUpAll): Promise<boolean> {
  const addresses = await lookUp(host.replace(/^\[|\]$/g, '')).catch(() => []);
  return addresses.some((address) => {
    const [bare = ''] = address.split('%');
    return FORBIDDEN.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  });
}

/** Unspecified, link-local, multicast, and where clouds tell a machine its secrets; IPv4 also as written in IPv6. */
const FORBIDDEN = new BlockList();
FORBIDDEN.addSubnet('0.0.0.0', 8);
FORBIDDEN.addSubnet('169.254.0.0', 16);
FORBIDDEN.addSubnet('224.0.0.0', 3);
FORBIDDEN.addAddress('100.100.100.200');
FORBIDDEN.addAddress('192.0.0.192');
FORBIDDEN.addAddress('::', 'ipv6');
FORBIDDEN.addSubnet('fe80::', 10, 'ipv6');
FORBIDDEN.addSubnet('ff00::', 8, 'ipv6');
FORBIDDEN.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6');
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6');
