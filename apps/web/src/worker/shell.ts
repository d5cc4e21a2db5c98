/** The files of one build, and the cache that holds them. */
export type Shell = {
  /** The path under which the console is; '' at the root of its host. */
  base: string;
  /** Another build has another name. */
  name: string;
  files: readonly string[];
  /** The script that the page of this build loads. */
  entry: string;
};

/** What a worker has of the browser; tests bring their own. */
export type Surroundings = {
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
};

const pageOf = ({ base }: Shell) => `${base}/`;
/** Consoles under other paths of the same host keep theirs. */
const prefixOf = ({ base }: Shell) => `semaforo-shell${base}-`;
const cacheOf = (shell: Shell) => prefixOf(shell) + shell.name;

/** Stores the page and every file of the build. Fails when the server has another build by now: nothing is mixed. */
export async function storeShell(shell: Shell, { fetch, caches }: Surroundings): Promise<void> {
  const page = await fetch(pageOf(shell), { cache: 'no-cache' });
  if (!(await isOfBuild(page, shell))) throw new Error('the server has another build');
  const cache = await caches.open(cacheOf(shell));
  await cache.addAll([...shell.files]);
  await cache.put(pageOf(shell), page);
}

/** Forgets the files of every other build. */
export async function forgetOtherShells(shell: Shell, { caches }: Surroundings): Promise<void> {
  const others = (await caches.keys()).filter(
    (key) => key.startsWith(prefixOf(shell)) && key !== cacheOf(shell),
  );
  await Promise.all(others.map((key) => caches.delete(key)));
}

/**
 * A page of the console: the stored one, at once. The page itself asks the server for its build as soon as it has
 * reached it, and forgets this one where that is another (same-build.ts); the next one of this build is stored again.
 */
export async function answerPage(request: Request, shell: Shell, around: Surroundings): Promise<Response> {
  const cache = await around.caches.open(cacheOf(shell));
  const stored = await cache.match(pageOf(shell));
  if (stored !== undefined) return stored;
  const page = await around.fetch(request);
  if (await isOfBuild(page, shell)) await cache.put(pageOf(shell), page.clone());
  return page;
}

async function isOfBuild(page: Response, { entry }: Shell): Promise<boolean> {
  return page.ok && (await page.clone().text()).includes(entry);
}

/** A file of the build: its name says its content, so the stored one is the same. */
export async function answerFile(request: Request, shell: Shell, around: Surroundings): Promise<Response> {
  const cache = await around.caches.open(cacheOf(shell));
  return (await cache.match(request)) ?? around.fetch(request);
}
