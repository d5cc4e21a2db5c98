import type { FastifyInstance } from 'fastify';
import { generateOpenApiDocument } from './openapi-document.ts';
import { renderApiPage, STYLE_PATH } from './openapi-page.ts';
import { API_PAGE_STYLE } from './openapi-style.ts';

/** Serves the contract as an OpenAPI document and as a page. Public: it contains no data of any Comune. */
export function mountApiDescription(server: FastifyInstance): void {
  const open = { config: { access: 'public' } } as const;
  const document = once(generateOpenApiDocument);
  const asJson = once(async () => JSON.stringify(await document()));
  const asPage = once(async () => renderApiPage(await document()));
  server.get('/api/openapi.json', open, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await asJson()),
  );
  server.get('/api/docs', open, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(await asPage()),
  );
  server.get(STYLE_PATH, open, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(API_PAGE_STYLE),
  );
}

/** Runs a function at the first call and keeps its result. */
function once<Result>(make: () => Result): () => Result {
  let made: Result | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
