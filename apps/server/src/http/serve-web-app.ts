import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendNotFound } from './failures.ts';

/** The files whose addresses begin at the root of the host, and where in them. */
const PAGE = 'index.html';
const MANIFEST = 'manifest.webmanifest';
const ROOT_OF_PAGE = /((?:href|src|content)=")\//g;
const ROOT_OF_MANIFEST = /(": ")\//g;

/**
 * Serves the files of the web app, if built. Hashed assets are cached forever; every other page address gets the
 * single-page app. Under a path of a proxy, which takes that path off, page and manifest name it.
 */
export async function serveWebApp(
  server: FastifyInstance,
  { webRoot, basePath }: { webRoot: string | undefined; basePath: string },
): Promise<void> {
  const root = webRoot !== undefined && existsSync(webRoot) ? webRoot : undefined;
  if (root === undefined) {
    server.setNotFoundHandler(sendNotFound);
    return;
  }
  await server.register(serveStatic, {
    root,
    wildcard: false,
    index: basePath === '' && [PAGE],
    // What the build compressed once is sent to whoever takes it; it has no address of its own.
    preCompressed: true,
    globIgnore: ['**/*.br', ...(basePath === '' ? [] : [PAGE, MANIFEST])],
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/');
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const sendPage = basePath === '' ? sendPageAsItIs : sendUnder(server, root, basePath);
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    const isApi = request.url.startsWith('/api/') || request.url.startsWith('/socket.io');
    return isPage && !isApi ? sendPage(reply) : sendNotFound(request, reply);
  });
}

function sendPageAsItIs(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-cache').sendFile(PAGE);
}

/** Serves the manifest under that path; returns how the page is sent. */
function sendUnder(server: FastifyInstance, root: string, basePath: string) {
  const moved = (file: string, rootInIt: RegExp) =>
    readFileSync(join(root, file), 'utf8').replace(rootInIt, `$1${basePath}/`);
  const page = moved(PAGE, ROOT_OF_PAGE);
  const manifest = moved(MANIFEST, ROOT_OF_MANIFEST);
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header('cache-control', 'no-cache').type(type).send(text);
  const open = { config: { access: 'public' } } as const;
  server.get(`/${MANIFEST}`, open, (_request, reply) => send(reply, 'application/manifest+json', manifest));
  for (const path of ['/', `/${PAGE}`]) {
    server.get(path, open, (_request, reply) => send(reply, 'text/html; charset=utf-8', page));
  }
  return (reply: FastifyReply) => send(reply, 'text/html; charset=utf-8', page);
}
