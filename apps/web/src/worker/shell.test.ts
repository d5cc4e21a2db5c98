import { afterEach, expect, test, vi } from 'vitest';
import { forgetStoredPage } from '../app/same-build.ts';
import { answerFile, answerPage, forgetOtherShells, type Shell, storeShell } from './shell.ts';

afterEach(() => vi.unstubAllGlobals());

const OLD: Shell = { base: '', name: 'old', files: ['/assets/index-old.js'], entry: '/assets/index-old.js' };
const page = (entry: string, status = 200) => new Response(`<script src="${entry}"></script>`, { status });
const visit = new Request('http://console.test/history');

/** A browser's store in memory, over a server that answers `serve`. */
function browser(serve: (path: string) => Response | Promise<Response>) {
  const stored = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, 'http://console.test').pathname;
  const fetch = vi.fn((request: Request | string) => Promise.resolve(serve(pathOf(request))));
  const open = (name: string) => {
    const files = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, files);
    const store: Partial<Cache> = {
      match: (request) => Promise.resolve(files.get(pathOf(request))?.clone()),
      delete: (request) => Promise.resolve(files.delete(pathOf(request))),
      put: (request, answer) => Promise.resolve(void files.set(pathOf(request), answer)),
      addAll: async (paths) => {
        for (const path of paths) files.set(pathOf(path), await serve(pathOf(path)));
      },
    };
    return Promise.resolve(store as Cache);
  };
  const caches = {
    open,
    keys: () => Promise.resolve([...stored.keys()]),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  };
  return { fetch, caches };
}

/** A browser that stored the old build while it was that of the server, which then answers `serve`. */
async function withOldShell(serve: () => Response | Promise<Response>) {
  let now: () => Response | Promise<Response> = () => page(OLD.entry);
  const around = browser(() => now());
  await storeShell(OLD, around);
  now = serve;
  return around;
}

test.each([
  ['is slow', () => new Promise<Response>(() => undefined)],
  ['is down', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has a proxy that says so', () => new Response('Bad Gateway', { status: 502 })],
  ['has another build, which the page finds out', () => page('/assets/index-new.js')],
])('a page is the stored one, at once, when the server %s', async (_, serve) => {
  const around = await withOldShell(serve);
  expect(await (await answerPage(visit, OLD, around)).text()).toContain(OLD.entry);
});

test('once the stored page is forgotten, a page is what the server answers; one of the same build is stored', async () => {
  let answer = page('/assets/index-new.js');
  const around = await withOldShell(() => answer);
  vi.stubGlobal('caches', around.caches);
  await forgetStoredPage();
  const visited = async () => (await answerPage(visit, OLD, around)).text();
  expect(await visited()).toContain('index-new.js');
  answer = page(OLD.entry);
  expect(await visited()).toContain(OLD.entry);
  answer = new Response('Bad Gateway', { status: 502 });
  expect(await visited()).toContain(OLD.entry);
});

test('a build is stored only from the server that has it', async () => {
  const around = browser(() => page('/assets/index-new.js'));
  await expect(storeShell(OLD, around)).rejects.toThrow('another build');
  expect(await around.caches.keys()).toEqual([]);
});

test('the files of a build are taken from the store, and those of another build are forgotten', async () => {
  const around = await withOldShell(() => Promise.reject(new TypeError('Failed to fetch')));
  const file = new Request('http://console.test/assets/index-old.js');
  expect(await (await answerFile(file, OLD, around)).text()).toContain(OLD.entry);
  await around.caches.open('semaforo-states');
  await forgetOtherShells({ ...OLD, name: 'new' }, around);
  expect(await around.caches.keys()).toEqual(['semaforo-states']);
});

test('consoles under other paths of the same host keep their own builds', async () => {
  const around = browser((path) =>
    path === '/comune/' ? page('/comune/assets/index-a.js') : page(OLD.entry),
  );
  const other: Shell = { base: '/comune', name: 'a', files: [], entry: '/assets/index-a.js' };
  await storeShell(OLD, around);
  await storeShell(other, around);
  await forgetOtherShells({ ...OLD, name: 'new' }, around);
  expect(await around.caches.keys()).toEqual(['semaforo-shell/comune-a']);
});
