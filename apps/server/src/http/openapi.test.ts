import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureSchema } from '@semaforo/contract/api/failure';
import type { Route } from '@semaforo/contract/api/route';
import { routes } from '@semaforo/contract/api/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestLogger } from '../../test/test-logger.ts';
import { createHttpServer } from './http-server.ts';
import { mountApiDescription } from './openapi.routes.ts';
import { generateOpenApiDocument } from './openapi-document.ts';
import type { Operation } from './openapi-types.ts';

const table = Object.entries<Route>(routes);
const document = await generateOpenApiDocument();
const operationOf = ({ method, path }: Route) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;

/** The rules of OpenAPI 3.1 for the parts that we write; JSON Schemas are read back by zod. */
const jsonSchema = z.record(z.string(), z.unknown()).refine(isJsonSchema, 'is no JSON Schema');
const content = z.partialRecord(
  z.enum(['application/json', 'text/csv', 'image/*', 'application/octet-stream']),
  z.strictObject({
    schema: z.union([z.strictObject({ $ref: z.literal('#/components/schemas/Failure') }), jsonSchema]),
    example: z.unknown().optional(),
  }),
);
const operation = z.strictObject({
  operationId: z.string().min(1),
  summary: z.string().min(1),
  description: z.string().min(1),
  tags: z.array(z.string()).min(1),
  security: z.array(z.strictObject({ bearer: z.tuple([]) })),
  parameters: z.array(
    z.strictObject({
      name: z.string().min(1),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      description: z.string().optional(),
      schema: jsonSchema,
      example: z.unknown().optional(),
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.strictObject({
      description: z.string().min(1),
      headers: z
        .record(z.string(), z.strictObject({ description: z.string(), schema: jsonSchema }))
        .optional(),
      content: content.optional(),
    }),
  ),
});
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), operation),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), jsonSchema),
    securitySchemes: z.strictObject({
      bearer: z.strictObject({
        type: z.literal('http'),
        scheme: z.literal('bearer'),
        description: z.string(),
      }),
    }),
  }),
});

function isJsonSchema(schema: Record<string, unknown>): boolean {
  try {
    readBack(schema);
    return true;
  } catch {
    return false;
  }
}

function readBack(schema: Record<string, unknown>): z.ZodType {
  return z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
}

/** Public addresses that open a session, or do not. */
const LOG_INS: readonly string[] = ['/api/login', '/api/oidc/session', '/api/passkeys/session'];

describe('the OpenAPI document', () => {
  test('the document follows the rules of OpenAPI 3.1', () => {
    expect(openApi.parse(JSON.parse(JSON.stringify(document)))).toEqual(document);
  });

  test('the document has the version of the package', () => {
    const root = join(import.meta.dirname, '../../../../package.json');
    const { version } = JSON.parse(readFileSync(root, 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
  });

  test('the document has every route once, under its name and a listed tag, and nothing else', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
    const tags = document.tags.map(({ name }) => name);
    for (const { tags: own } of operations) expect(tags).toEqual(expect.arrayContaining(own));
  });

  test.each(table)('the document describes the input of %s', (_name, route) => {
    const { summary, security, parameters = [], requestBody } = operationOf(route);
    expect(summary).toBe(route.summary);
    expect(security).toEqual(route.access === 'public' ? [] : [{ bearer: [] }]);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `:${name}`)).toEqual(route.path.match(/:\w+/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(parameters.flatMap((parameter) => (parameter.in === 'header' ? parameter.name : []))).toEqual([
      ...(route.idempotent ? ['Idempotency-Key'] : []),
      ...(route.aging ? ['Semaforo-Issued-At'] : []),
      ...(route.tagged ? ['If-None-Match'] : []),
    ]);
    const bodyTypes = route.body ? [route.consumes?.type ?? 'application/json'] : [];
    expect(Object.keys(requestBody?.content ?? {})).toEqual(bodyTypes);
  });

  test.each(table)('the document describes the answer of %s', (_name, route) => {
    const success = operationOf(route).responses[route.success.status];
    const types = route.success.status === 204 ? [] : [route.produces?.type ?? 'application/json'];
    expect(Object.keys(success?.content ?? {})).toEqual(types);
  });

  test.each(table)('the examples of %s are what it takes and what it answers', (_name, route) => {
    const { parameters = [], requestBody, responses } = operationOf(route);
    const [sent] = Object.values(requestBody?.content ?? {});
    const [answered] = Object.values(responses[route.success.status]?.content ?? {});
    expect(sent !== undefined).toBe(route.body !== undefined);
    if (sent) {
      expect(sent.example).toBeDefined();
      route.body?.parse(sent.example);
      readBack(sent.schema).parse(sent.example);
    }
    const isBinary = route.produces !== undefined && !('fileName' in route.produces);
    if (answered && !isBinary && route.success.status !== 204) {
      expect(answered.example).toBeDefined();
      route.success.body.parse(answered.example);
      readBack(answered.schema).parse(answered.example);
    }
    const inPath = parameters.flatMap(({ in: place, name, example }) =>
      place === 'path' ? [[name, example]] : [],
    );
    route.params?.parse(Object.fromEntries(inPath));
  });

  test.each(table.filter(([, { tagged }]) => tagged))(
    '%s answers 304 to who has its version',
    (_name, route) => {
      const { 200: success, 304: unchanged } = operationOf(route).responses;
      expect(success?.headers).toHaveProperty('ETag');
      expect(unchanged).not.toHaveProperty('content');
    },
  );

  test.each(table)('a refusal of %s for too many requests says when to come again', (_name, route) => {
    const { 429: tooMany } = operationOf(route).responses;
    expect(tooMany?.headers).toHaveProperty('Retry-After');
  });

  test.each(table)('the document describes the failures of %s', (_name, route) => {
    const { [route.success.status]: _success, 304: _unchanged, ...failures } = operationOf(route).responses;
    const statuses = Object.keys(failures).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([429, 500, 503, ...(route.refusals ?? [])]));
    expect(statuses.includes(401)).toBe(route.access !== 'public' || LOG_INS.includes(route.path));
    if (route.access === 'admin') expect(statuses).toContain(403);
    if (route.params) expect(statuses).toEqual(expect.arrayContaining([400, 404]));
    if (route.body) expect(statuses).toEqual(expect.arrayContaining([400, 413, 415]));
    for (const { content: failure } of Object.values(failures)) {
      expect(failure).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
      });
    }
  });

  test('the document describes a failure as the server writes it', () => {
    const described = readBack(document.components.schemas.Failure ?? {});
    const failure = { error: 'Non trovato', code: 'not-found' };
    expect(described.parse(failure)).toEqual(failureSchema.parse(failure));
    expect(described.safeParse({ error: 'Non trovato' }).success).toBe(false);
  });
});

describe('the page of the API', async () => {
  const server = await createHttpServer({ logger: createTestLogger(), webRoot: undefined });
  beforeAll(() => mountApiDescription(server));
  afterAll(() => server.close());

  test('the page and the document are public', async () => {
    const json = await server.inject('/api/openapi.json');
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await server.inject('/api/docs');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('the page obeys the strict content policy: no script, no inline style, only own assets', async () => {
    const page = await server.inject('/api/docs');
    expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(page.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
    const assets = [...page.body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(assets).not.toEqual([]);
    for (const address of assets) {
      // Beside the page, wherever a proxy has it.
      expect(address).not.toMatch(/^\/|:/);
      const { pathname } = new URL(address, 'http://console.test/api/docs');
      expect((await server.inject(pathname)).statusCode).toBe(200);
    }
  });

  test('the page begins with an order to start in, and a call that can be pasted', async () => {
    const { body } = await server.inject('/api/docs');
    const [before] = body.split('<h2>Errori</h2>');
    expect(before).toMatch(
      /Da dove cominciare[\s\S]*#logIn[\s\S]*#listDevices[\s\S]*#sendCommand[\s\S]*curl -s/,
    );
    for (const [, id] of (before ?? '').matchAll(/href="#(\w+)"/g)) expect(body).toContain(`id="${id}"`);
    expect(body).toContain('&quot;command&quot;: &quot;verde&quot;');
  });

  test.each(table)('the page lists %s', async (name, route) => {
    const { body } = await server.inject('/api/docs');
    expect(body).toContain(`<details id="${name}">`);
    expect(body).toContain(`<code>${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}</code>`);
  });
});
