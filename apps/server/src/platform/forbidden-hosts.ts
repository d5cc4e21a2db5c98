import { lookup } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';
import { groupsOf, ipv4Of } from './network-of.ts';
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
  return addresses.some((address) => isIn(FORBIDDEN, address));
}

/** False for what is forbidden to everybody; this machine and networks of one's own are allowed. */
export function isAllowedAddress(address: string): boolean {
  return !isIn(FORBIDDEN, address);
}

/** False for what is forbidden, for this machine and for networks of one's own. */
export function isPublicAddress(address: string): boolean {
  return !isIn(FORBIDDEN, address) && !isIn(OWN, address);
}

function isIn(list: BlockList, address: string): boolean {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return list.check(bare, 'ipv4');
  const carried = CARRIER.check(bare, 'ipv6') ? carriedIn(bare) : undefined;
  return list.check(bare, 'ipv6') || (carried !== undefined && list.check(carried, 'ipv4'));
}

/** The IPv4 address at the end of a NAT64 address, or of one that is written like IPv4; undefined for `::1`. */
function carriedIn(address: string): string | undefined {
  const carried = ipv4Of(groupsOf(address).slice(6));
  return carried.startsWith('0.') ? undefined : carried;
}

const CARRIER = new BlockList();
CARRIER.addSubnet('64:ff9b::', 96, 'ipv6');
CARRIER.addSubnet('::', 96, 'ipv6');

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
FORBIDDEN.addAddress('fd00:ec2::254', 'ipv6');

/** Loopback, private, shared by providers, for measurements and documents, and IPv4 carried to wherever it says. */
const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8);
OWN.addSubnet('10.0.0.0', 8);
OWN.addSubnet('172.16.0.0', 12);
OWN.addSubnet('192.168.0.0', 16);
OWN.addSubnet('100.64.0.0', 10);
OWN.addSubnet('192.0.0.0', 24);
OWN.addSubnet('198.18.0.0', 15);
for (const net of ['192.0.2.0', '198.51.100.0', '203.0.113.0']) OWN.addSubnet(net, 24);
OWN.addAddress('::1', 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');
OWN.addSubnet('fec0::', 10, 'ipv6');
OWN.addSubnet('2001:db8::', 32, 'ipv6');
OWN.addSubnet('3fff::', 20, 'ipv6');
OWN.addSubnet('64:ff9b:1::', 48, 'ipv6');
OWN.addSubnet('2001::', 32, 'ipv6');
OWN.addSubnet('2002::', 16, 'ipv6');
