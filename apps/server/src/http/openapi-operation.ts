import type { Route } from '@semaforo/contract/api/route';
import { KEY_PATTERN } from './answer-once.ts';
import { failureStatusesOf, MEANING } from './openapi-failures.ts';
import { describeSchema, type JsonSchema } from './openapi-schema.ts';

export type Content = Record<string, { schema: JsonSchema }>;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

export type ResponseDescription = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
};

/** One call of the API in an OpenAPI document. */
export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, ResponseDescription>;
};

const CALLERS: Record<Route['access'], string> = {
  public: 'Senza token',
  user: 'Per chi ha fatto l’accesso',
  admin: 'Solo per gli amministratori',
};

/** Describes a route: its name becomes the operation's id. */
export function describeOperation(options: { name: string; tag: string; route: Route }): Operation {
  const { name, tag, route } = options;
  return {
    operationId: name,
    summary: route.summary,
    description: CALLERS[route.access],
    tags: [tag],
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    parameters: describeParameters(route),
    ...(route.body && {
      requestBody: {
        required: !route.body.safeParse(undefined).success,
        content: contentOf(describeSchema(route.body, 'input'), route.consumes?.type),
      },
    }),
    responses: { ...describeSuccess(route), ...describeFailures(route) },
  };
}

function describeParameters(route: Route): Parameter[] {
  return [
    ...fieldsOf(route.params, 'path'),
    ...fieldsOf(route.query, 'query'),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Con la stessa chiave e la stessa richiesta torna per 24 ore la prima risposta, senza agire di nuovo',
  schema: { type: 'string', pattern: KEY_PATTERN.source },
};

function fieldsOf(schema: Route['params'], place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = describeSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

function describeSuccess({ success, produces }: Route): Operation['responses'] {
  if (success.status === 204) return { 204: { description: 'Fatto' } };
  const description = success.status === 201 ? 'Creato' : 'Riuscito';
  const content = contentOf(describeSchema(success.body, 'output'), produces?.type);
  return { [success.status]: { description, content } };
}

function describeFailures(route: Route): Operation['responses'] {
  return Object.fromEntries(
    failureStatusesOf(route).map((status) => [
      status,
      {
        description: MEANING[status],
        ...(status === 429 && { headers: RETRY_AFTER }),
        content: contentOf({ $ref: '#/components/schemas/Failure' }),
      },
    ]),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Secondi dopo i quali riprovare', schema: { type: 'integer' } },
};

function contentOf(schema: JsonSchema, type = 'application/json'): Content {
  return { [type]: { schema } };
}
