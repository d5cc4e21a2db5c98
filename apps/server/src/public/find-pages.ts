import { PUBLIC_PAGES_FOUND, type publicPageRoutes } from '@semaforo/contract/api/public-pages';
import { byItalianOrder } from '@semaforo/contract/domain/italian-order';
import type { Handlers } from '../http/handlers.ts';
import type { PublicPage, PublicPages } from './public-pages.ts';
import { PUBLIC_WORDS } from './public-words.ts';
import { meaningOf } from './render-page.ts';

/** Finds the pages of Comuni by name. The only one of an installation needs no name. */
export function createFindPages(pages: Pick<PublicPages, 'list'>): Handlers<typeof publicPageRoutes> {
  return {
    findPublicPages: ({ query }) => {
      const all = pages.list();
      const found = query.name === undefined ? (all.length === 1 ? all : []) : findByName(all, query.name);
      return { total: all.length, pages: found.map(toRecord) };
    },
  };
}

/** Those whose name begins with it first. */
function findByName(pages: readonly PublicPage[], name: string): PublicPage[] {
  const wanted = fold(name);
  const placeOf = ({ comune }: PublicPage) => ` ${fold(comune.name)}`.indexOf(` ${wanted}`);
  return pages
    .filter((page) => placeOf(page) >= 0)
    .toSorted(
      (one, other) => placeOf(one) - placeOf(other) || byItalianOrder(one.comune.name, other.comune.name),
    )
    .slice(0, PUBLIC_PAGES_FOUND);
}

/** Without accents and case, and without what stands before the names of all of them. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/^comune (di |d['\u2019])/, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
}

function toRecord(page: PublicPage) {
  const { comune, state } = page;
  const words = PUBLIC_WORDS.it;
  return {
    slug: comune.slug,
    comune: comune.name,
    color: state.color,
    text: state.color === null ? words.unknown.toLowerCase() : meaningOf(page, words),
  };
}
