import { failureSchema } from '@semaforo/contract/api/failure';
import type { Accepted, Answer, Route } from '@semaforo/contract/api/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';
import { admit } from './admit.ts';
import { acceptOnlyCsv } from './csv-body.ts';
import { sendRefusal } from './failures.ts';
import type { Idempotency } from './idempotency.ts';
import { SerializedJson, sendSerialized } from './serialized-json.ts';

/** What a handler gets: the checked input, the caller (undefined on a public route) and the address of the caller. */
export type Call<R extends Route> = Accepted<R> & {
  actor: R['access'] extends 'public' ? undefined : Actor;
  address: string;
  /** The caller's `Idempotency-Key`, on a route that honours one. */
  idempotencyKey?: string;
};

type HandlerAnswer<R extends Route> = Answer<R> | SerializedJson | Refusal;

export type Handler<R extends Route> = (call: Call<R>) => HandlerAnswer<R> | Promise<HandlerAnswer<R>>;

/** One handler for each route of a table. A missing one does not compile. */
export type Handlers<Table extends Record<string, Route>> = { [Name in keyof Table]: Handler<Table[Name]> };

/**
 * The user of a bearer token, read from the database; undefined when the token is invalid, expired or
 * revoked, or the user deleted.
 */
export type Authenticate = (token: string) => Promise<Actor | undefined>;

/** Mounts a table of routes. Each request passes the access policy first, then the schemas, then the handler. */
export function mountRoutes<Table extends Record<string, Route>>(
  server: FastifyInstance,
  options: {
    routes: Table;
    handlers: Handlers<Table>;
    authenticate: Authenticate;
    idempotency: Idempotency;
  },
): void {
  const { authenticate, idempotency } = options;
  for (const [name, route] of Object.entries<Route>(options.routes)) {
    const handler = options.handlers[name] as unknown as Handler<Route>;
    const mount = (scope: FastifyInstance) =>
      scope.route({
        method: route.method,
        url: route.path,
        config: { access: route.access },
        schema: schemaOf(route),
        ...(route.consumes && { bodyLimit: route.consumes.maxBytes }),
        onRequest: (request, reply) => admit({ request, reply, route, authenticate }),
        handler: (request, reply) => {
          const key = request.headers['idempotency-key'];
          return route.idempotent && request.actor && typeof key === 'string'
            ? repeat({
                request,
                reply,
                route,
                handler,
                idempotency,
                use: { userId: request.actor.id, key },
              })
            : answer({ request, reply, route, handler });
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

type Answering = { request: FastifyRequest; reply: FastifyReply; route: Route; handler: Handler<Route> };

async function answer({ request, reply, route, handler }: Answering): Promise<unknown> {
  const result = await resultOf(handler, request);
  if (result instanceof Refusal) return sendRefusal(reply, result);
  reply.code(route.success.status);
  if (route.success.status === 204) return reply.send();
  if (result instanceof SerializedJson) return sendSerialized(request, reply, result);
  if (route.produces) {
    const { type, fileName } = route.produces;
    return reply
      .type(`${type}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(result);
  }
  return reply.send(result);
}

/** Answers a request with an `Idempotency-Key`: the first time by the handler, later with the stored answer. */
async function repeat(
  options: Answering & { idempotency: Idempotency; use: { userId: number; key: string } },
): Promise<unknown> {
  const { request, reply, route } = options;
  const { status } = route.success;
  const content = [route.method, route.path, request.params, request.query, request.body];
  const result = await options.idempotency({ ...options.use, content }, async () => {
    const result = await resultOf(options.handler, request, options.use.key);
    if (result instanceof Refusal) return result;
    return { status, body: String(reply.code(status).serialize(result)) };
  });
  if (result instanceof Refusal) return sendRefusal(reply, result);
  return reply.code(result.status).type('application/json; charset=utf-8').send(result.body);
}

function resultOf(handler: Handler<Route>, request: FastifyRequest, idempotencyKey?: string): unknown {
  const { params, query, body, actor, ip: address } = request;
  const key = idempotencyKey !== undefined && { idempotencyKey };
  return handler({ params, query, body, actor, address, ...key } as Call<Route>);
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
