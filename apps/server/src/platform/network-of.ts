import { isIPv4, isIPv6 } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;
/** What providers give a customer, in bits. */
const WIDER_IPV6 = [56, 48];
const GROUPS_OF_AN_ADDRESS = 8;

/**
 * What counts as one caller: an IPv4 address (also one written as IPv6), or the /64 of an IPv6 address, because
 * whoever has one address of such a network has all of them. Any other text is returned as it is.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return ipv4Of(groups.slice(6));
  const network = groups.slice(0, GROUPS_OF_A_NETWORK).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The networks to which a caller may have access as a whole, the narrowest first: an IPv4 address and its /24, the /64,
 * /56 and /48 of an IPv6 address. Any other text is by itself.
 */
export function networksOf(address: string): string[] {
  const network = networkOf(address);
  if (isIPv4(network)) return [network, `${network.split('.').slice(0, 3).join('.')}.0/24`];
  if (!network.endsWith('/64')) return [network];
  const groups = network.slice(0, -'::/64'.length).split(':');
  return [network, ...WIDER_IPV6.map((bits) => ipv6Network(groups, bits))];
}

/** Of the first four groups of an address. */
function ipv6Network(groups: readonly string[], bits: number): string {
  const [a = '', b = '', c = '', d = ''] = groups;
  const last = bits > 48 ? (Number.parseInt(d, 16) & (0xffff << (64 - bits))).toString(16) : '0';
  return `${[a, b, c, last].join(':')}::/${bits}`;
}

/** The eight groups of an IPv6 address without a zone, as numbers. */
export function groupsOf(address: string): number[] {
  // The URL parser writes every IPv6 address in one way, also one that ends as IPv4.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = numbersOf(head);
  const after = numbersOf(tail ?? '');
  const missing = GROUPS_OF_AN_ADDRESS - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

function numbersOf(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16));
}

/** The IPv4 address that two groups hold. */
export function ipv4Of(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}
