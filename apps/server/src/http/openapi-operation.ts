import { failureSchema } from '@semaforo/contract/api/failure';
import type { Route } from '@semaforo/contract/api/route';
import { CLICK_AHEAD_MS, CLICK_DEADLINE_MS, ISSUED_AT_HEADER } from '@semaforo/contract/domain/command-rules';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ISSUED_AT } from './age-of-press.ts';
import { KEY_PATTERN } from './idempotency.ts';
import { failureStatusesOf, MEANING } from './openapi-failures.ts';

const NO_CONTENT = z.null();

const IDEMPOTENCY_KEY = z.string().regex(KEY_PATTERN).optional();

const GIVEN_ISSUED_AT = ISSUED_AT.optional();

const IF_NONE_MATCH = z.string().optional();

/** The schemas that have a name or a description in the document. */
const registry = z.registry<{ id?: string; description?: string }>();
registry.add(failureSchema, { id: 'Failure' });
registry.add(NO_CONTENT, { description: 'Fatto' });
registry.add(IDEMPOTENCY_KEY, {
  description:
    'Con la stessa chiave e la stessa richiesta torna per 24 ore la prima risposta, senza agire di nuovo',
});

registry.add(GIVEN_ISSUED_AT, {
  description:
    'L’istante della decisione, secondo l’orologio del server (intestazione Date delle risposte). ' +
    `Oltre ${CLICK_DEADLINE_MS / 1000} s dopo la richiesta è rifiutata (409, command-too-old) e non succede nulla; ` +
    `più di ${CLICK_AHEAD_MS / 1000} s nel futuro: 400. Senza, vale l’arrivo della richiesta: un programma che ritenta dovrebbe darla`,
});
registry.add(IF_NONE_MATCH, {
  description: 'L’ETag della risposta che si ha già: se nulla è cambiato la risposta è 304, senza corpo',
});

/** Turns the zod schemas of an operation into JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export const toJsonSchemas = createJsonSchemaTransform({
  schemaRegistry: registry,
  zodToJsonConfig: {
    // A format such as date-time makes its long pattern superfluous.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  },
});

const CALLERS: Record<Route['access'], string> = {
  public: 'Senza token',
  user: 'Per chi ha fatto l’accesso',
  admin: 'Solo per gli amministratori',
};

/** Describes a route for the document; its name becomes the id of the operation. */
export function describeOperation(options: { name: string; tag: string; route: Route }): FastifySchema {
  const { name, tag, route } = options;
  return {
    operationId: name,
    summary: route.summary,
    description: CALLERS[route.access],
    tags: [tag],
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...headersOf(route),
    ...(route.body && { body: route.body }),
    ...(route.consumes && { consumes: [route.consumes.type] }),
    response: { ...describeSuccess(route), ...describeFailures(route) },
  };
}

function headersOf({ idempotent, aging, tagged }: Route) {
  const headers = {
    ...(idempotent && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(aging && { [ISSUED_AT_HEADER]: GIVEN_ISSUED_AT }),
    ...(tagged && { 'If-None-Match': IF_NONE_MATCH }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers: z.object(headers) };
}

function describeSuccess({ success, produces }: Route) {
  if (success.status === 204) return { 204: NO_CONTENT };
  const type = produces?.type ?? 'application/json';
  const description = success.status === 201 ? 'Creato' : 'Riuscito';
  return { [success.status]: { description, content: { [type]: { schema: success.body } } } };
}

function describeFailures(route: Route) {
  const content = { 'application/json': { schema: failureSchema } };
  return Object.fromEntries(
    failureStatusesOf(route).map((status) => [status, { description: MEANING[status], content }]),
  );
}
