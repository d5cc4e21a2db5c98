import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Secret } from '../platform/secret.ts';
import { sendNotFound } from './failures.ts';

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
/** Headers of a reverse proxy. Through a proxy on this machine, every request would seem to come from this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

export type OperationsOptions = {
  /** True when the server has started and the database accepts writes. */
  isReady: () => Promise<boolean>;
  /** True while the server's clock is not that of the database: it answers, but carries out nothing by the clock. */
  isClockOff: () => boolean;
  /** True while the server is cut off from the others: it works on, so it stays ready. */
  isIsolated: () => boolean;
  metrics: () => Promise<string>;
  /** A bearer token that allows other machines to read the metrics. */
  metricsToken?: Secret | undefined;
  /** What another installation is told that has the key; undefined: none is. */
  watch?: { key: Secret; isWell: () => Promise<boolean> } | undefined;
};

/**
 * Mounts the routes for operators of the server: liveness, readiness, what another installation asks, and metrics (for
 * this machine, or with the token of the settings).
 */
export function mountOperations(server: FastifyInstance, options: OperationsOptions): void {
  server.get('/healthz', { config: { access: 'public' } }, () => ({ status: 'ok' }));
  server.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    const ready = await options.isReady();
    if (!ready) return reply.code(503).send({ status: 'not-ready' });
    if (options.isClockOff()) return reply.send({ status: 'clock-off' });
    return reply.send({ status: options.isIsolated() ? 'isolated' : 'ready' });
  });
  server.get('/api/watch', { config: { access: 'public' } }, async (request, reply) => {
    const { watch } = options;
    if (!watch || !bearsToken(request, watch.key)) return sendNotFound(request, reply);
    const isWell = await watch.isWell();
    return reply.code(isWell ? 200 : 503).send({ status: isWell ? 'well' : 'unwell' });
  });
  server.get('/metrics', { config: { access: 'this-machine' } }, async (request, reply) => {
    if (!isFromThisMachine(request) && !bearsToken(request, options.metricsToken))
      return sendNotFound(request, reply);
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics());
  });
}

function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  return LOOPBACK.includes(ip) && FORWARDED.every((header) => headers[header] === undefined);
}

/** Compares hashes, so that the time of the comparison reveals nothing about the token. */
function bearsToken({ headers }: FastifyRequest, token: Secret | undefined): boolean {
  if (token === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token.reveal()}`));
}
