import { failureSchema } from '@semaforo/contract/api/failure';
import type { Route } from '@semaforo/contract/api/route';
import { ISSUED_AT_HEADER } from '@semaforo/contract/domain/command-rules';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import { Refusal } from '../platform/refusal.ts';
import { addressOf } from './address-of.ts';
import { type Authenticate, admit } from './admit.ts';
import { endWith } from './end-with.ts';
import { sendRefusal } from './failures.ts';
import { createFairShares, type FairShares } from './fair-shares.ts';
import type { Call, CallingBrowser, Handler, Handlers } from './handlers.ts';
import type { Idempotency } from './idempotency.ts';
import { isLongAnswer, jsonInSlices } from './json-in-slices.ts';
import { requestAge } from './request-age.ts';
import { SerializedJson, sendSerialized } from './serialized-json.ts';
import { StoredFile } from './stored-file.ts';
import { StreamedText, sendStreamed } from './streamed-text.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The encoding of Excel's plain "CSV" in western Europe. */
const windows1252 = new TextDecoder('windows-1252');

/** Mounts a table of routes. Each request passes the access policy first, then the schemas, then the handler. */
export function mountRoutes<Table extends Record<string, Route>>(
  server: FastifyInstance,
  options: {
    routes: Table;
    handlers: Handlers<Table>;
    authenticate: Authenticate;
    idempotency: Idempotency;
    clock: Clock;
    /** How far the clock that is shown to callers is ahead of `clock`; none where there is one only. */
    correctionMs?: () => number;
    shares?: FairShares;
  },
): void {
  const { authenticate, idempotency, clock, correctionMs = () => 0, shares = createFairShares() } = options;
  for (const [name, route] of Object.entries<Route>(options.routes)) {
    const handler = options.handlers[name] as unknown as Handler<Route>;
    const bodyLimit = route.consumes?.maxBytes ?? route.large?.maxBytes ?? route.maxBytes;
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: route.method,
        url: route.path,
        config: {
          ...{ access: route.access, name, aging: route.aging === true },
          ...(route.large && { emptied: route.large.emptied }),
        },
        schema: schemaOf(route),
        ...(bodyLimit !== undefined && { bodyLimit }),
        onRequest: async (request, reply) => {
          request.arrivedAt = clock.now();
          const refusal = await admit({ request, route, authenticate });
          return refusal ? sendRefusal(reply, refusal) : undefined;
        },
        // What may be a command or a broker trial counts once it could be one; of all else what is badly
        // written counts, too.
        [route.limit || route.aging ? 'preHandler' : 'preValidation']: (
          request: FastifyRequest,
          reply: FastifyReply,
        ) => takeShare({ request, reply, route, shares }),
        handler: (request, reply) => {
          const key = request.headers['idempotency-key'];
          return route.idempotent && request.actor && typeof key === 'string'
            ? repeat({
                request,
                reply,
                route,
                handler,
                clock,
                correctionMs,
                idempotency,
                use: { userId: accountOf(request.actor), key },
              })
            : answer({ request, reply, route, handler, clock, correctionMs });
        },
      });
    if (route.consumes === undefined) mount(server);
    else {
      void server.register((scope, _options, done) => {
        mount(acceptOnlyCsv(scope));
        done();
      });
    }
  }
}

/** Holds the share of the caller until the answer is sent or the connection is gone; or answers a refusal. */
async function takeShare(options: {
  request: FastifyRequest;
  reply: FastifyReply;
  route: Route;
  shares: FairShares;
}): Promise<unknown> {
  const { request, reply, route, shares } = options;
  const { actor, query } = request;
  if (!actor) return undefined;
  const share = await shares.admit({ route, actor, query });
  if (share instanceof Refusal) return sendRefusal(reply, share);
  endWith(reply, share);
  return undefined;
}

type Answering = {
  request: FastifyRequest;
  reply: FastifyReply;
  route: Route;
  handler: Handler<Route>;
  clock: Clock;
  correctionMs: () => number;
};

async function answer(answering: Answering): Promise<unknown> {
  const { request, reply, route } = answering;
  const result = await resultOf(answering);
  if (result instanceof Refusal) return sendRefusal(reply, result);
  reply.code(route.success.status);
  if (route.secret) void reply.header('cache-control', 'no-store');
  if (route.success.status === 204) return reply.send();
  if (result instanceof SerializedJson) return sendSerialized(request, reply, result);
  if (result instanceof StoredFile) {
    if (result.name !== undefined) {
      reply.header('content-disposition', `attachment; filename="${result.name}"`);
    }
    return reply.type(result.type).send(result.bytes);
  }
  const type = route.produces && 'fileName' in route.produces ? route.produces.type : 'application/json';
  if (route.produces && 'fileName' in route.produces) {
    const { fileName } = route.produces;
    reply.type(`${type}; charset=utf-8`).header('content-disposition', `attachment; filename="${fileName}"`);
  }
  const streamed = streamedOf(route, result);
  return streamed ? sendStreamed(request, reply, { streamed, type }) : reply.send(result);
}

/** A long answer is checked and written while it is sent. */
function streamedOf(route: Route, result: unknown): StreamedText | undefined {
  if (result instanceof StreamedText) return result;
  if (!('body' in route.success) || !isLongAnswer(result)) return undefined;
  return new StreamedText(jsonInSlices(route.success.body, result));
}

/** Answers a request with an `Idempotency-Key`: the first time by the handler, later with the stored answer. */
async function repeat(
  options: Answering & { idempotency: Idempotency; use: { userId: number; key: string } },
): Promise<unknown> {
  const { request, reply, route } = options;
  const { status } = route.success;
  const program = request.actor?.key;
  const caller = program && `key ${program.id}`;
  const content = [route.method, route.path, request.params, request.query, request.body];
  const result = await options.idempotency(
    { ...options.use, content, caller, hasAge: route.aging === true },
    async () => {
      const result = await resultOf(options, options.use.key);
      if (result instanceof Refusal) return result;
      return { status, body: String(reply.code(status).serialize(result)) };
    },
  );
  if (result instanceof Refusal) return sendRefusal(reply, result);
  return reply.code(result.status).type('application/json; charset=utf-8').send(result.body);
}

function resultOf(
  { handler, request, reply, route, clock, correctionMs }: Answering,
  idempotencyKey?: string,
): unknown {
  const { params, query, body, actor, sessionId, arrivedAt } = request;
  const address = addressOf(request);
  const pressedAt = route.aging
    ? requestAge(issuedAtOf(request), { arrivedAt, now: clock.now(), correctionMs: correctionMs() })
    : arrivedAt;
  if (pressedAt instanceof Refusal) return pressedAt;
  const key = idempotencyKey !== undefined && { idempotencyKey };
  const browser = browserOf(request, reply);
  return handler({
    ...{ params, query, body, actor, sessionId, address, browser, pressedAt, requestId: request.id },
    ...key,
  } as Call<Route>);
}

/** The browser of a request, which keeps what the answer gives it. */
export function browserOf({ headers, protocol, host }: FastifyRequest, reply: FastifyReply): CallingBrowser {
  return {
    cookies: headers.cookie,
    userAgent: headers['user-agent'],
    origin: `${protocol}://${host}`,
    isSecure: protocol === 'https',
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  };
}

function issuedAtOf({ headers }: FastifyRequest): string | undefined {
  const written = headers[ISSUED_AT_HEADER.toLowerCase()];
  return Array.isArray(written) ? written.join() : written;
}

function schemaOf(route: Route) {
  const success = 'body' in route.success ? route.success.body : undefined;
  return {
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    ...(route.consumes && { consumes: [route.consumes.type] }),
    response: {
      ...(success && {
        [route.success.status]: route.produces
          ? { content: { [route.produces.type]: { schema: success } } }
          : success,
      }),
      '4xx': failureSchema,
      '5xx': failureSchema,
    },
  };
}

/** Makes a scope of the server accept text/csv only. Its routes get the body as text. */
function acceptOnlyCsv(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, decodeTable(body as Buffer));
  });
  return scope;
}

/** Decodes UTF-8, or Windows-1252 when the bytes are not UTF-8, and drops a byte order mark. */
function decodeTable(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // Not UTF-8. Windows-1252 can decode any bytes.
    return windows1252.decode(bytes);
  }
}
