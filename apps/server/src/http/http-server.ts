import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Logger } from '../platform/logger.ts';
import { beginWork } from '../platform/work-under-way.ts';
import { DOOR_LIMITS, type DoorLimits, guardDoors, limitConnections } from './doors.ts';
import { endWith } from './end-with.ts';
import { createErrorHandler, sendNotFound } from './failures.ts';
import { answerMalformedHttp } from './malformed-http.ts';
import { rememberMethods } from './methods-of.ts';
import { refuseRoutesWithoutAccess } from './route-access.ts';
import { COMPRESS_FROM_BYTES } from './serialized-json.ts';
import { serveWebApp } from './serve-web-app.ts';
import { parseLargeJson, parseStrictJson } from './strict-json.ts';

/** One step above the usual 4: the scripts of the first screen are a twentieth smaller. */
const BROTLI_QUALITY = 5;
const BODY_LIMIT_BYTES = 64 * 1024;
/** How often Node looks for requests that take too long. */
const CHECK_EVERY_MS = 1000;

/**
 * Creates the HTTP server without API routes: limits, security headers, strict JSON, error handler, and the
 * files of the web app if built.
 */
export async function createHttpServer(options: {
  logger: Logger;
  webRoot: string | undefined;
  /** The path under which a proxy has the console. */
  basePath?: string;
  /** Addresses or ranges of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[];
  doorLimits?: DoorLimits;
}): Promise<FastifyInstance> {
  const { trustedProxies = [], doorLimits = DOOR_LIMITS } = options;
  const server = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: doorLimits.requestWithinMs,
    http: { headersTimeout: doorLimits.headersWithinMs, connectionsCheckingInterval: CHECK_EVERY_MS },
    forceCloseConnections: true,
    // Not a header of the caller: it names what follows from the request in the log.
    genReqId: () => randomUUID(),
    trustProxy: [...trustedProxies],
    routerOptions: { maxParamLength: 512 },
    clientErrorHandler: answerMalformedHttp,
    frameworkErrors: (_error, request, reply) => void sendNotFound(request, reply),
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(createErrorHandler(options.logger));
  warnOfUntrustedForwarding(server, options.logger);
  server.decorateRequest('actor', undefined);
  server.decorateRequest('failure', undefined);
  server.decorateRequest('sessionId', undefined);
  server.decorateRequest('arrivedAt', 0);
  rememberMethods(server);
  acceptOnlyStrictJson(server);
  nameWork(server);
  limitConnections(server.server, { ...doorLimits, trustedProxies });
  guardDoors(server, doorLimits);
  await server.register(helmet, SECURITY_HEADERS);
  await server.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    threshold: COMPRESS_FROM_BYTES,
    globalDecompression: false,
  });
  await serveWebApp(server, { webRoot: options.webRoot, basePath: options.basePath ?? '' });
  refuseRoutesWithoutAccess(server);
  return server;
}

const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      scriptSrcAttr: ["'none'"],
      styleSrc: ["'self'"],
      requireTrustedTypesFor: ["'script'"],
      // Tiles are read with the token of the session and shown as blobs.
      imgSrc: ["'self'", 'data:', 'blob:'],
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' as const },
  // The reverse proxy decides whether to force HTTPS.
  strictTransportSecurity: false,
};

function acceptOnlyStrictJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = async (request: FastifyRequest, body: Buffer) => {
    if (body.length === 0) return undefined;
    const { emptied } = request.routeOptions.config;
    if (emptied === undefined) return parseStrictJson(body);
    return parseLargeJson(body, emptied);
  };
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
}

/** What blocks the event loop is named by its route (docs/rules.md#no-input-blocks). */
function nameWork(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    endWith(reply, beginWork(`${request.method} ${request.routeOptions.url ?? 'nothing'}`));
    done();
  });
}

/**
 * Says once in the log that a machine which is not among the trusted proxies sends `X-Forwarded-For`. Behind a proxy
 * that the settings do not name, all callers have one address and share the limits of its log-ins.
 */
function warnOfUntrustedForwarding(server: FastifyInstance, logger: Logger): void {
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
