import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendNotFound } from './failures.ts';

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];
/** What a reverse proxy adds: behind one on this machine, every request would come from it. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** What those who run the server ask, beside the API: is it alive, is it ready, and its figures (from this machine, or with the token of the settings). */
export function mountOperations(
  server: FastifyInstance,
  options: {
    /** True when the database takes writes and schedules are reconciled. */
    isReady: () => Promise<boolean>;
    metrics: () => Promise<string>;
    /** With it as bearer token the figures are read from elsewhere too. */
    metricsToken?: string | undefined;
  },
): void {
  server.get('/healthz', { config: { access: 'public' } }, () => ({ status: 'ok' }));
  server.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    const ready = await options.isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready' });
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

/** Compared as hashes, so that the time it takes tells nothing of the token. */
function bearsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}
