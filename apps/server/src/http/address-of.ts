import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The address of the caller: what a trusted proxy says, if that is an address at all, else that of the connection.
 * A proxy that passes the client's own header on would hand over any text.
 */
export function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip;
}
