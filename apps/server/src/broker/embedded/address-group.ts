import { isIPv6 } from 'node:net';

/** The address by which a client is counted: of IPv6 the network of 64 bits, which one subscriber has for itself. */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return '';
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, 4).join(':');
}
