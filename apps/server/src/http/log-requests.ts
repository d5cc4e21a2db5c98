import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/logger.ts';

/** The answer's header with the name of its request in the log. */
const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Writes each request to the log when it is answered, by its route and never by its address or content: those may hold
 * secrets. Its id is in the answer too, so that who reports a failure can name it.
 */
export function logRequests(server: FastifyInstance, logger: Pick<Logger, 'info'>): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    logger.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.actor?.id ?? null,
      },
      'request',
    );
    done();
  });
}
