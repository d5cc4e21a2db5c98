import { routes } from '@semaforo/contract/api/routes';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ClockAgreement } from '../database/clock-agreement.ts';
import type { Engine } from '../database/engine.ts';
import type { Database } from '../database/schema.ts';
import { takesWrites } from '../database/takes-writes.ts';
import type { Clock } from '../platform/clock.ts';
import type { Counters } from '../platform/counters.ts';
import type { Logger } from '../platform/logger.ts';
import type { Secret } from '../platform/secret.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Authenticate } from './admit.ts';
import { auditRequests } from './audit-requests.ts';
import { createFairShares, type ShareLimits } from './fair-shares.ts';
import type { Handlers } from './handlers.ts';
import { createIdempotency } from './idempotency.ts';
import { createIdempotentAnswersRepository } from './idempotent-answers.repository.ts';
import { mountRoutes } from './mount-routes.ts';
import { mountApiDescription } from './openapi.routes.ts';
import { mountOperations, type OperationsOptions } from './operations.routes.ts';

/** The answer's header with the name of its request in the log. */
const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Mounts all that the server answers except the files of the web app: the route table, its description, health and
 * metrics.
 */
export function mountApi(
  server: FastifyInstance,
  options: {
    handlers: Handlers<typeof routes>;
    authenticate: Authenticate;
    /** True between start and stop. */
    isRunning: () => boolean;
    /** True while this server is cut off from the others. */
    isIsolated: () => boolean;
    db: Kysely<Database>;
    engine: Engine;
    clock: Clock;
    clockAgreement: Pick<ClockAgreement, 'isOff' | 'correctionMs'>;
    counters: Counters;
    logger: Logger;
    secrets: Pick<Secrets, 'tokenKey'>;
    metricsToken: Secret | undefined;
    watch: OperationsOptions['watch'];
    shareLimits: ShareLimits | undefined;
  },
): void {
  const { handlers, authenticate, db, clock, clockAgreement } = options;
  logRequests(server, options.logger);
  dateByTheDatabase(server, options);
  mountOperations(server, {
    isReady: async () => options.isRunning() && (await takesWrites(db)),
    isClockOff: clockAgreement.isOff,
    isIsolated: options.isIsolated,
    metrics: () => options.counters.registry.metrics(),
    metricsToken: options.metricsToken,
    watch: options.watch,
  });
  mountApiDescription(server);
  auditRequests(server, options);
  const idempotency = createIdempotency({
    repository: createIdempotentAnswersRepository(db, options.engine),
    clock,
    hashKey: options.secrets.tokenKey,
  });
  const shares = createFairShares(options.shareLimits);
  const { correctionMs } = clockAgreement;
  mountRoutes(server, { routes, handlers, authenticate, idempotency, clock, correctionMs, shares });
}

/** A page stamps its clicks by the `Date` of answers, and another server may judge them. */
function dateByTheDatabase(
  server: FastifyInstance,
  { clock, clockAgreement }: { clock: Clock; clockAgreement: Pick<ClockAgreement, 'correctionMs'> },
): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    const correctionMs = clockAgreement.correctionMs();
    if (correctionMs !== 0) reply.header('date', new Date(clock.now() + correctionMs).toUTCString());
    done(null, payload);
  });
}

/**
 * Writes each request to the log when it is answered, by its route and never by its address or content: those may hold
 * secrets. Its id is in the answer too, so that who reports a failure can name it.
 */
function logRequests(server: FastifyInstance, logger: Pick<Logger, 'info'>): void {
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
