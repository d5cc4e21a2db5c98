import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address of the caller: what a trusted proxy says, if that is an address at all, else that of the connection.
 * A proxy that passes the client's own header on would hand over any text.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}

/** The same of requests that Fastify does not handle: the nearest of those that they came by that is no proxy. */
export function createAddressOf(trustedProxies: readonly string[]) {
  const isProxy = createIsProxy(trustedProxies);
  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    const connected = socket.remoteAddress ?? '';
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    const hops = [...forwarded.map((hop) => hop.trim()).filter(Boolean), connected].reverse();
    const caller = hops.find((hop) => !isProxy(hop)) ?? hops.at(-1) ?? '';
    return isIP(caller) === 0 ? connected : caller;
  };
}

/** Whether an address is that of one of the trusted proxies: addresses, or networks as `10.0.0.0/8`. */
export function createIsProxy(trustedProxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const bare = address.replace(/^::ffff:/, '');
    return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  };
}
