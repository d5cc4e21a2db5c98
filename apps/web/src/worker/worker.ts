import { openPush, type PushSurroundings, showPush } from './push.ts';
import { answerFile, answerPage, forgetOtherShells, type Shell, storeShell } from './shell.ts';

/** The events of a service worker, as far as they are used: the types of pages do not know them. */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void };
type Requested = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Pushed = Extendable & { data: { text: () => string } | null };
type Pressed = Extendable & { notification: { close: () => void; data: unknown } };
type Page = Awaited<ReturnType<PushSurroundings['listPages']>>[number];
type Worker = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Requested) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Pressed) => void): void;
  skipWaiting: () => Promise<void>;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: { type: 'window' }) => Promise<readonly Page[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};

/** Written here by the build: see vite.config.ts. */
declare const __SHELL__: Omit<Shell, 'base'>;

const worker = globalThis as unknown as Worker;
// A worker is in the folder that it rules over.
const base = location.pathname.replace(/\/[^/]*$/, '');
const shell: Shell = { ...__SHELL__, base, files: __SHELL__.files.map((file) => `${base}${file}`) };
const around = { fetch: fetch.bind(globalThis), caches };

worker.addEventListener('install', (event) =>
  event.waitUntil(storeShell(shell, around).then(() => worker.skipWaiting())),
);
worker.addEventListener('activate', (event) =>
  event.waitUntil(forgetOtherShells(shell, around).then(() => worker.clients.claim())),
);
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // What the server says is never stored: the page itself keeps dated states. Guide and public pages are no pages of
  // the app.
  if (
    ['/api/', '/socket.io', '/c/', '/guida.html', '/images/'].some((path) =>
      pathname.startsWith(`${base}${path}`),
    )
  )
    return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request, shell, around));
  else if (shell.files.includes(pathname)) event.respondWith(answerFile(request, shell, around));
});

const pushes: PushSurroundings = {
  base,
  show: (title, options) => worker.registration.showNotification(title, options),
  listPages: () => worker.clients.matchAll({ type: 'window' }),
  openPage: (url) => worker.clients.openWindow(url),
};
worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text(), pushes)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPush(event.notification.data, pushes));
});
