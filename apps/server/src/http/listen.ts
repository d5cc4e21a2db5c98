import type { FastifyInstance } from 'fastify';
import { explainListenFailure } from '../platform/listen-failure.ts';

/** Listens for HTTP and resolves to the server's address. Rejects with a StartupError when that cannot be. */
export async function listen(
  server: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    throw explainListenFailure(error, { host, port, what: '', hostSetting: 'HOST' });
  }
}
