import { failureSchema } from '@semaforo/contract/api/failure';
import type { Route } from '@semaforo/contract/api/route';
import { z } from 'zod';
import { exampleOf } from './openapi-examples.ts';
import type { OpenApiDocument, Operation } from './openapi-types.ts';

/** Adds what the library cannot express: which bodies may be missing, headers of answers, and an example of each. */
export function completeDocument(
  document: OpenApiDocument,
  routes: Readonly<Record<string, Route>>,
): OpenApiDocument {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const route = routes[operation.operationId];
    if (!route) throw new Error(`no route is called ${operation.operationId}`);
    completeOperation(operation, route);
    addExamples(operation, route);
  }
  const { $schema: _dialect, ...failure } = z.toJSONSchema(failureSchema);
  document.components.schemas.Failure = failure;
  return document;
}

function completeOperation(operation: Operation, { body, success, tagged }: Route): void {
  const { requestBody, responses } = operation;
  operation.parameters ??= [];
  if (requestBody) requestBody.required = body?.safeParse(undefined).success !== true;
  const tooMany = responses[429];
  if (tooMany) {
    tooMany.headers = {
      'Retry-After': { description: 'Secondi dopo i quali riprovare', schema: { type: 'integer' } },
    };
  }
  const answer = responses[success.status];
  if (tagged && answer) {
    answer.headers = {
      ETag: { description: 'La versione di questa risposta, per If-None-Match', schema: { type: 'string' } },
    };
    responses[304] = { description: 'Non è cambiato nulla dalla versione di If-None-Match' };
  }
}

function addExamples(
  { operationId, requestBody, responses, parameters = [] }: Operation,
  route: Route,
): void {
  if (route.body) giveExample(requestBody?.content, exampleOf(route.body, operationId));
  const { success } = route;
  // A picture or a file has none.
  const isBinary = route.produces !== undefined && !('fileName' in route.produces);
  if (success.status !== 204 && !isBinary) {
    giveExample(responses[success.status]?.content, exampleOf(success.body, operationId));
  }
  const inPath = route.params
    ? z.record(z.string(), z.unknown()).parse(exampleOf(route.params, operationId))
    : {};
  for (const parameter of parameters) {
    if (parameter.in === 'path') parameter.example = inPath[parameter.name];
  }
}

function giveExample(content: Operation['responses'][string]['content'], example: unknown): void {
  for (const media of Object.values(content ?? {})) media.example = example;
}
