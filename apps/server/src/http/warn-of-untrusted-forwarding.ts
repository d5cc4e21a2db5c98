import type { FastifyInstance } from 'fastify';
import type { Logger } from '../platform/logger.ts';

/**
 * Says once in the log that a machine which is not among the trusted proxies sends `X-Forwarded-For`. Behind a proxy
 * that the settings do not name, all callers have one address and share the limits of its log-ins.
 */
export function warnOfUntrustedForwarding(server: FastifyInstance, logger: Logger): void {
  let hasWarned = false;
  server.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    // Fastify lists the callers that trusted proxies name after the machine itself.
    if (!hasWarned && isForwarded && (request.ips?.length ?? 0) <= 1) {
      hasWarned = true;
      const proxy = request.socket.remoteAddress;
      logger.warn(
        { proxy },
        'X-Forwarded-For arriva da una macchina che TRUSTED_PROXIES non nomina: non è creduto, e chi passa di lì conta come un indirizzo solo',
      );
    }
    done();
  });
}
