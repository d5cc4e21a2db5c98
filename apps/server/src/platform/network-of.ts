import { isIPv6 } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;
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

function groupsOf(address: string): number[] {
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

function ipv4Of(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}
