import { failureSchema } from '@semaforo/contract/api/failure';
import type { RefusalStatus, Route } from '@semaforo/contract/api/route';
import { CLICK_AHEAD_MS, CLICK_DEADLINE_MS, ISSUED_AT_HEADER } from '@semaforo/contract/domain/command-rules';
import type { FastifySchema } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { KEY_PATTERN } from './idempotency.ts';
import { ISSUED_AT } from './request-age.ts';

/** With which every route may fail: too many calls, a mistake of the server, something that it needs is away. */
const OF_EVERY_ROUTE = [429, 500, 503] as const;

type FailureStatus = RefusalStatus | 400 | 413 | 415 | (typeof OF_EVERY_ROUTE)[number];

/** The meaning of each failure status, in Italian. */
const MEANING: Record<FailureStatus, string> = {
  400: 'Richiesta non valida',
  401: 'Accesso mancante, scaduto o rifiutato',
  403: 'Operazione non permessa',
  404: 'Non trovato, o non proprio',
  409: 'In conflitto con lo stato attuale',
  413: 'Corpo della richiesta troppo grande',
  415: 'Corpo della richiesta di un altro tipo',
  422: 'Comprensibile ma non eseguibile',
  429: 'Troppi tentativi o troppe richieste',
  500: 'Errore interno del server',
  503: 'Servizio non disponibile adesso: broker, base di dati o troppe richieste in corso',
};

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

/** The failure statuses of a route, ascending: of every route, of its input and access, and of its own refusals. */
function failureStatusesOf(route: Route): FailureStatus[] {
  const statuses = new Set<FailureStatus>([...OF_EVERY_ROUTE, ...(route.refusals ?? [])]);
  if (route.params ?? route.query ?? route.body) statuses.add(400);
  if (route.access !== 'public') statuses.add(401);
  if (route.access === 'admin') statuses.add(403);
  if (route.params) statuses.add(404);
  if (route.idempotent) statuses.add(409);
  if (route.body) statuses.add(413).add(415);
  return [...statuses].sort((a, b) => a - b);
}
