import type { FastifyInstance } from 'fastify';
import { addressOf } from '../http/address-of.ts';
import { sendNotFound } from '../http/failures.ts';
import { createPageMemory } from './page-memory.ts';
import { PAGE_AT, type PageRequest } from './page-request.ts';
import type { PublicPage, PublicPages } from './public-pages.ts';
import type { ReaderLimits } from './reader-limits.ts';
import { type Rendering, renderNow } from './render-page.ts';

const ALIVE_EVERY_MS = 20_000;
/** A reader who takes no more is let go, and comes back by itself. */
const WAITING_AT_MOST_BYTES = 64 * 1024;

/**
 * Server-sent events: `changed` when the page says something else, with what holds as HTML; `gone` when it is not there
 * any more; `alive` now and then.
 */
export function mountEvents(
  server: FastifyInstance,
  options: { pages: PublicPages; limits: ReaderLimits; rendering: (request: PageRequest) => Rendering },
): void {
  const { pages, limits } = options;
  const readers = new Set<() => void>();
  const alive = setInterval(() => {
    for (const tell of readers) tell();
  }, ALIVE_EVERY_MS).unref();
  server.addHook('onClose', (_server, done) => {
    clearInterval(alive);
    done();
  });
  const once = createPageMemory<string>();
  const changeOf = (page: PublicPage, rendering: Rendering): string =>
    once(
      page,
      `${rendering.language} ${rendering.placeId} ${rendering.embedded}`,
      () => `event: changed\ndata: ${renderNow(page, rendering)}\n\n`,
    );
  // HEAD would be held open as well.
  const open = { config: { access: 'public' }, exposeHeadRoute: false } as const;
  server.get(`${PAGE_AT}/events`, open, (request: PageRequest, reply) => {
    const { slug } = request.params;
    const leave = pages.find(slug) && limits.takePlace(addressOf(request));
    if (!leave) return sendNotFound(request, reply);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const write = (text: string) => {
      if (raw.writableLength > WAITING_AT_MOST_BYTES) raw.destroy();
      else raw.write(text);
    };
    const isAlive = () => write('event: alive\ndata:\n\n');
    const unfollow = pages.follow(slug, () => {
      const page = pages.find(slug);
      write(page ? changeOf(page, options.rendering(request)) : 'event: gone\ndata:\n\n');
    });
    readers.add(isAlive);
    isAlive();
    raw.once('close', () => {
      readers.delete(isAlive);
      unfollow();
      leave();
    });
    return reply;
  });
}
