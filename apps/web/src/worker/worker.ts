import { answerFile, answerPage, forgetOtherShells, type Shell, storeShell } from './shell.ts';

/** The events of a service worker, as far as they are used: the types of pages do not know them. */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void };
type Asked = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

/** Written here by the build: see vite.config.ts. */
declare const __SHELL__: Shell;

const worker = globalThis as unknown as Worker;
const around = { fetch: fetch.bind(globalThis), caches };

worker.addEventListener('install', (event) =>
  event.waitUntil(storeShell(__SHELL__, around).then(() => worker.skipWaiting())),
);
worker.addEventListener('activate', (event) =>
  event.waitUntil(forgetOtherShells(__SHELL__, around).then(() => worker.clients.claim())),
);
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // What the server says is never stored: the page itself keeps dated states.
  if (pathname.startsWith('/api/') || pathname.startsWith('/socket.io')) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request, __SHELL__, around));
  else if (__SHELL__.files.includes(pathname)) event.respondWith(answerFile(request, __SHELL__, around));
});
