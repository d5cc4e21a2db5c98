import type { FastifyRequest } from 'fastify';

/** True unless the caller says nothing of gzip, or that it must not be. */
export function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
}
