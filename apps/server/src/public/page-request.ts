import type { FastifyRequest } from 'fastify';

/** Who asks for a page, and how: `signal` is the id of one. */
export type PageRequest = FastifyRequest<{
  Params: { slug: string; signal?: string };
  Querystring: { lang?: unknown; signal?: unknown; embedded?: unknown };
}>;
/** Where pages are: small letters, digits and hyphens, whatever a Comune may choose. */
export const PAGE_AT = '/c/:slug(^[a-z0-9-]+$)';
