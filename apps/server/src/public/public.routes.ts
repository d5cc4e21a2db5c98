import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../http/accepts-gzip.ts';
import { sendNotFound } from '../http/failures.ts';
import type { Clock } from '../platform/clock.ts';
import { toBadge } from './badge.ts';
import { toCap } from './cap.ts';
import { type At, toAtom, toGeoJson, toOembed, toPublicJson } from './feeds.ts';
import { mountEvents } from './mount-events.ts';
import { mountSubscriptions, type Subscriptions } from './mount-subscriptions.ts';
import { NOTICES_WORKER, PAGE_SCRIPT, PAGE_STYLE, SHEET_STYLE } from './page-assets.ts';
import { createPageMemory } from './page-memory.ts';
import { PAGE_AT, type PageRequest } from './page-request.ts';
import { fingerprintOf, type PublicPage, type PublicPages } from './public-pages.ts';
import { languageOf } from './public-words.ts';
import { createReaderLimits } from './reader-limits.ts';
import { type FootLinks, renderPage } from './render-page.ts';
import { renderSheet } from './render-sheet.ts';

/** So long a cache may answer in our place: citizens see a change within moments. */
const CACHED_S = 1;
/** While a cache asks again it may answer by what it has for two seconds more; while we do not answer, for 15. */
const CACHE_CONTROL = `public, max-age=${CACHED_S}, stale-while-revalidate=2, stale-if-error=15`;
const ASSET_CACHED_S = 3600;
const FOR_OTHER_SITES = ['.json', '.geojson', '.atom', '.cap', '/oembed', '/badge.svg'];
const NO_PAGE =
  '<!doctype html><html lang="it"><meta charset="utf-8"><title>Nessuna pagina</title><p>A questo indirizzo non c’è nessuna pagina pubblica.</p></html>';

type Made = { type: string; body: string };
type Form = (page: PublicPage, request: PageRequest) => Made | undefined;

type Mounted = {
  pages: PublicPages;
  subscriptions: Subscriptions;
  basePath: string;
  /** Where people find the console; undefined: where this request found it. */
  publicOrigin: string | undefined;
  /** What AgID requires at the foot of every public site. */
  links: FootLinks;
  /** Signs a message of CAP; without it none is signed. */
  sign?: ((message: string) => string) | undefined;
  clock: Clock;
};

/**
 * Mounts what citizens read, without a log-in, a cookie or an address of theirs being kept: the page of a Comune, its
 * forms for programs and other sites, and the events that say that it has changed. All are 404 where no page is on.
 */
export function mountPublicPages(server: FastifyInstance, options: Mounted): void {
  const { pages, basePath } = options;
  const limits = createReaderLimits();
  const once = createPageMemory<Answer>();
  for (const [ending, form] of Object.entries(formsOf(options))) {
    const path = `${PAGE_AT}${ending}`;
    server.get(
      path,
      { config: { access: 'public' }, preHandler: limits.ofReads },
      (request: PageRequest, reply) => {
        const page = pages.find(request.params.slug);
        // Whatever else the address says, it is the same answer.
        const key = [ending, languageOf(request.query.lang), request.params.signal, request.host].join(' ');
        const answer =
          page &&
          once(page, key, () => {
            const made = form(page, request);
            return made && makeAnswer(page, key, made);
          });
        if (!answer) return sendMissing(request, reply);
        if (ending === '/embed') allowFrames(reply, page.comune.hosts);
        if (FOR_OTHER_SITES.includes(ending)) allowOtherSites(reply);
        return sendAnswer(request, reply, answer);
      },
    );
  }
  const asset = (name: string, type: string, body: string, headers: Record<string, string> = {}) =>
    server.get(`/c/-/${name}`, { config: { access: 'public' } }, (_request, reply) =>
      reply
        .headers({ ...headers, 'cache-control': `public, max-age=${ASSET_CACHED_S}` })
        .type(`${type}; charset=utf-8`)
        .send(body),
    );
  asset('pagina.css', 'text/css', PAGE_STYLE);
  asset('foglio.css', 'text/css', SHEET_STYLE);
  asset('pagina.js', 'text/javascript', PAGE_SCRIPT);
  asset('avvisi.js', 'text/javascript', NOTICES_WORKER, { 'service-worker-allowed': `${basePath}/c/` });
  mountEvents(server, { ...options, limits, rendering: (request) => renderingOf(request, options) });
  mountSubscriptions(server, { ...options, limits });
}

/** The forms of a page by what follows its address; undefined for a signal that there is not. */
function formsOf(
  options: Pick<Mounted, 'basePath' | 'publicOrigin' | 'links' | 'sign' | 'clock'>,
): Record<string, Form> {
  const { basePath, sign } = options;
  const whereIs = (request: PageRequest): At => {
    const origin = options.publicOrigin ?? `${request.protocol}://${request.host}`;
    return { origin, at: `${origin}${basePath}/c/${request.params.slug}` };
  };
  const html =
    (more: { embedded?: boolean } = {}): Form =>
    (page, request) => {
      const body = renderPage(page, { ...renderingOf(request, options), ...more });
      return body === undefined ? undefined : { type: 'text/html; charset=utf-8', body };
    };
  const json =
    (type: string, read: (page: PublicPage, at: At) => unknown): Form =>
    (page, request) => ({
      type: `${type}; charset=utf-8`,
      body: JSON.stringify(read(page, whereIs(request))),
    });
  return {
    '': html(),
    '/embed': html({ embedded: true }),
    '.json': json('application/json', toPublicJson),
    '.geojson': json('application/geo+json', toGeoJson),
    '/oembed': json('application/json', (page, at) => toOembed(page, at, CACHED_S)),
    '.atom': (page, request) => ({
      type: 'application/atom+xml; charset=utf-8',
      body: toAtom(page, whereIs(request)),
    }),
    '.cap': (page, request) => {
      const message = toCap(page, whereIs(request));
      return { type: 'application/cap+xml; charset=utf-8', body: sign ? sign(message) : message };
    },
    '/badge.svg': (page, { query }) => ({
      type: 'image/svg+xml; charset=utf-8',
      body: toBadge(page, languageOf(query.lang)),
    }),
    '/:signal(^[0-9]+$)': html(),
    '/:signal(^[0-9]+$)/foglio': (page, request) => {
      const place = page.state.places.find(({ id }) => String(id) === request.params.signal);
      if (!place) return undefined;
      const url = `${whereIs(request).at}/${place.id}`;
      return { type: 'text/html; charset=utf-8', body: renderSheet(page, { place, url, base: basePath }) };
    },
  };
}

function renderingOf(
  { query, params }: PageRequest,
  { basePath, clock, links }: Pick<Mounted, 'basePath' | 'clock' | 'links'>,
) {
  const signal = params.signal ?? query.signal;
  return {
    language: languageOf(query.lang),
    base: basePath,
    links,
    now: clock.now(),
    embedded: query.embedded !== undefined,
    placeId: typeof signal === 'string' ? Number(signal) : undefined,
  };
}

type Answer = Made & { tag: string; zipped: () => Buffer };

function makeAnswer(page: PublicPage, key: string, made: Made): Answer {
  const said = JSON.stringify([key, page.readAt, fingerprintOf(page)]);
  let zipped: Buffer | undefined;
  return {
    ...made,
    tag: `"${createHash('sha256').update(said).digest('base64url').slice(0, 22)}"`,
    zipped: () => {
      zipped ??= gzipSync(made.body);
      return zipped;
    },
  };
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.header('cache-control', CACHE_CONTROL).header('etag', answer.tag);
  if (request.headers['if-none-match'] === answer.tag) return reply.code(304).send();
  reply.type(answer.type).header('vary', 'accept-encoding');
  if (!acceptsGzip(request)) return reply.send(answer.body);
  return reply.header('content-encoding', 'gzip').send(answer.zipped());
}

/** Pictures and documents that pages of other sites may show and read: they say nothing of who asks. */
function allowOtherSites(reply: FastifyReply): void {
  reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*');
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
