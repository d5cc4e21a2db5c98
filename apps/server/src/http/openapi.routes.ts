import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi-document.ts';
import { renderApiPage, STYLE_PATH } from './openapi-page.ts';
import { API_PAGE_STYLE } from './openapi-style.ts';

/** The contract for whoever writes a program or reads: as OpenAPI and as a page. Open to all: it tells nothing of any Comune. */
export function mountApiDescription(server: FastifyInstance): void {
  const open = { config: { access: 'public' } } as const;
  const asJson = once(() => JSON.stringify(describeApi()));
  const asPage = once(() => renderApiPage(describeApi()));
  server.get('/api/openapi.json', open, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(asJson()),
  );
  server.get('/api/docs', open, (_request, reply) => reply.type('text/html; charset=utf-8').send(asPage()));
  server.get(STYLE_PATH, open, (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(API_PAGE_STYLE),
  );
}

/** Makes a text when it is first asked for, not at the start. */
function once(make: () => string): () => string {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
