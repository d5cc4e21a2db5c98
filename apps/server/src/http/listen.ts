import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { explainListenFailure } from '../platform/listen-failure.ts';

/**
 * Listens for HTTP and resolves to the server's address: the host as it was given, and the port that it got. Rejects
 * with a StartupError when that cannot be.
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw explainListenFailure(error, { host, port, what: '', hostSetting: 'HOST' });
  }
  const [address] = server.addresses();
  const listensOn = typeof address === 'object' ? address.port : port;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${listensOn}`;
}
