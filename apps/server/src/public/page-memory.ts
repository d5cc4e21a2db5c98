import type { PublicPage } from './public-pages.ts';

/** As many as there are languages, forms and signals that are read; more are made each time. */
const KEPT_AT_MOST = 500;

/** Makes each thing of a page once while that stays as it is, however many ask for it; undefined is not kept. */
export function createPageMemory<T>() {
  const pages = new WeakMap<PublicPage, Map<string, T>>();
  return <Made extends T | undefined>(page: PublicPage, key: string, make: () => Made): T | Made => {
    const kept = pages.get(page) ?? new Map<string, T>();
    pages.set(page, kept);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (made !== undefined && kept.size < KEPT_AT_MOST) kept.set(key, made);
    return made;
  };
}
