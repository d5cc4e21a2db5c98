import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../http/failures.ts';
import type { Clock } from '../platform/clock.ts';
import { toAtom, toBadge, toCap, toPublicJson } from './feeds.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-assets.ts';
import { fingerprintOf, type PublicPage, type PublicPages } from './public-pages.ts';
import { languageOf } from './public-words.ts';
import { renderPage } from './render-page.ts';

const ALIVE_EVERY_MS = 20_000;
/** So long a cache may answer in our place: citizens see a change within moments. */
const CACHED_S = 1;
const ASSET_CACHED_S = 3600;
const READERS_AT_MOST = 20_000;
const NO_PAGE =
  '<!doctype html><html lang="it"><meta charset="utf-8"><title>Nessuna pagina</title><p>A questo indirizzo non c’è nessuna pagina pubblica.</p></html>';

type Request = FastifyRequest<{ Params: { slug: string }; Querystring: { lang?: unknown } }>;

/**
 * Mounts what citizens read, without a log-in, a cookie or an address of theirs being kept: the page of a Comune, its
 * forms for programs and other sites, and the events that say that it has changed. All are 404 where no page is on.
 */
export function mountPublicPages(
  server: FastifyInstance,
  { pages, basePath, clock }: { pages: PublicPages; basePath: string; clock: Clock },
): void {
  const open = { config: { access: 'public' } } as const;
  const forms: Record<string, (page: PublicPage, request: Request) => { type: string; body: string }> = {
    '': (page, request) => html(page, request, false),
    '/embed': (page, request) => html(page, request, true),
    '.json': (page) => ({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(toPublicJson(page)),
    }),
    '.atom': (page, request) => ({
      type: 'application/atom+xml; charset=utf-8',
      body: toAtom(page, whereIs(request)),
    }),
    '.cap': (page, request) => ({
      type: 'application/cap+xml; charset=utf-8',
      body: toCap(page, whereIs(request)),
    }),
    '/badge.svg': (page, { query }) => ({
      type: 'image/svg+xml',
      body: toBadge(page, languageOf(query.lang)),
    }),
  };
  const html = (page: PublicPage, { query }: Request, embedded: boolean) => ({
    type: 'text/html; charset=utf-8',
    body: renderPage(page, { language: languageOf(query.lang), base: basePath, now: clock.now(), embedded }),
  });
  const whereIs = (request: Request) => {
    const origin = `${request.protocol}://${request.host}`;
    return { origin, at: `${origin}${basePath}/c/${request.params.slug}` };
  };
  for (const [ending, render] of Object.entries(forms)) {
    server.get(`/c/:slug(^[a-z0-9-]+$)${ending}`, open, (request: Request, reply) => {
      const page = pages.find(request.params.slug);
      if (!page) return sendMissing(request, reply);
      const tag = tagOf(
        JSON.stringify([ending, languageOf(request.query.lang), page.readAt, fingerprintOf(page)]),
      );
      if (ending === '/embed') allowFrames(reply, page.comune.hosts);
      reply.header('cache-control', `public, max-age=${CACHED_S}`).header('etag', tag);
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      const { type, body } = render(page, request);
      return reply.type(type).send(body);
    });
  }
  const asset = (name: string, type: string, body: string) =>
    server.get(`/c/-/${name}`, open, (_request, reply) =>
      reply.header('cache-control', `public, max-age=${ASSET_CACHED_S}`).type(type).send(body),
    );
  asset('pagina.css', 'text/css; charset=utf-8', PAGE_STYLE);
  asset('pagina.js', 'text/javascript; charset=utf-8', PAGE_SCRIPT);
  mountEvents(server, pages);
}

/** Server-sent events: `changed` when the page says something else, `alive` now and then. */
function mountEvents(server: FastifyInstance, pages: PublicPages): void {
  const readers = new Set<() => void>();
  const alive = setInterval(() => {
    for (const tell of readers) tell();
  }, ALIVE_EVERY_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(alive);
    done();
  });
  server.get('/c/:slug(^[a-z0-9-]+$)/events', { config: { access: 'public' } }, (request: Request, reply) => {
    const { slug } = request.params;
    if (!pages.find(slug) || readers.size >= READERS_AT_MOST) return sendNotFound(request, reply);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const say = (event: string) => raw.write(`event: ${event}\ndata:\n\n`);
    const isAlive = () => say('alive');
    const unfollow = pages.follow(slug, () => say('changed'));
    readers.add(isAlive);
    say('alive');
    raw.once('close', () => {
      readers.delete(isAlive);
      unfollow();
    });
    return reply;
  });
}

/** For people a sentence, for programs what every route says. */
function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(request.headers.accept ?? '').includes('text/html')) return sendNotFound(request, reply);
  return reply.code(404).type('text/html; charset=utf-8').send(NO_PAGE);
}

/** The sites that the Comune names may show it in a frame; the rest of the console may never be. */
function allowFrames(reply: FastifyReply, hosts: readonly string[]): void {
  if (hosts.length === 0) return;
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  reply.header(
    'content-security-policy',
    policy.replace(
      "frame-ancestors 'none'",
      `frame-ancestors ${hosts.map((host) => `https://${host}`).join(' ')}`,
    ),
  );
  reply.removeHeader('x-frame-options');
}

function tagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}
