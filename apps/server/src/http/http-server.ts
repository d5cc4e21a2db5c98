import { existsSync } from 'node:fs';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import { type FastifyInstance, fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from '../platform/logger.ts';
import { createErrorHandler, sendNotFound } from './failures.ts';
import { answerMalformedHttp } from './malformed-http.ts';
import { refuseRoutesWithoutAccess } from './route-access.ts';
import { parseStrictJson } from './strict-json.ts';
import { COMPRESS_FROM_BYTES } from './written-json.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** The HTTP server without its API routes: limits, security headers, strict JSON, one error handler, and the web app's files if they are built. */
export async function createHttpServer(options: {
  logger: Logger;
  webRoot: string | undefined;
  /** The address of map tiles: the only place outside from which a page may show pictures. */
  tileUrl?: string;
  /** Addresses or ranges whose word on who calls (`X-Forwarded-For`) is believed. */
  trustedProxies?: readonly string[];
}): Promise<FastifyInstance> {
  const server = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    trustProxy: [...(options.trustedProxies ?? [])],
    routerOptions: { maxParamLength: 512 },
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: (_error, request, reply) => void sendNotFound(request, reply),
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(createErrorHandler(options.logger));
  server.decorateRequest('actor', undefined);
  acceptOnlyStrictJson(server);
  await server.register(helmet, securityHeaders(options.tileUrl));
  await server.register(compress, { encodings: ['br', 'gzip'], threshold: COMPRESS_FROM_BYTES });
  await serveWebApp(server, options.webRoot);
  refuseRoutesWithoutAccess(server);
  return server;
}

const securityHeaders = (tileUrl: string | undefined) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      imgSrc: ["'self'", 'data:', ...(tileUrl === undefined ? [] : [tileSource(tileUrl)])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // Tile servers need the origin; whether to force HTTPS is the reverse proxy's to say.
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  strictTransportSecurity: false,
});

/** The origin of the tiles as a policy names it; a subdomain placeholder (`{s}`) stands for any. */
function tileSource(tileUrl: string): string {
  return tileUrl.replace(/^(https?:\/\/[^/]+)\/.*$/, '$1').replace('{s}', '*');
}

function acceptOnlyStrictJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseStrictJson(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

/** Hashed assets are cached for good; every other page address is the single-page app's. */
async function serveWebApp(server: FastifyInstance, webRoot: string | undefined): Promise<void> {
  const root = webRoot !== undefined && existsSync(webRoot) ? webRoot : undefined;
  if (root === undefined) {
    server.setNotFoundHandler(sendNotFound);
    return;
  }
  await server.register(serveStatic, {
    root,
    wildcard: false,
    index: ['index.html'],
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    const isApi = request.url.startsWith('/api/') || request.url.startsWith('/socket.io');
    return isPage && !isApi
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : sendNotFound(request, reply);
  });
}
