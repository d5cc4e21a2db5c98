import type { FastifyInstance } from 'fastify';
import { generateOpenApiDocument } from './openapi-document.ts';
import { renderApiPage, STYLE_PATH } from './openapi-page.ts';

/** The style sheet of the page, served as a file because the content policy refuses inline styles. */
const API_PAGE_STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #17324d; background: #fff; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2 { line-height: 1.2; }
h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
a { color: #0059b3; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { margin: .25rem 0; padding: .5rem; overflow: auto; max-height: 24rem; background: #f2f6fa; }
details { border-bottom: 1px solid #c6d0da; padding: .5rem 0; }
summary { cursor: pointer; }
summary code { font-weight: 700; overflow-wrap: anywhere; }
`;

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
