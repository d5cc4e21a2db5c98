import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child-process.ts';
import { freePort } from './free-port.mjs';
import { findTestPrograms } from './machine.mjs';
import { until } from './until.ts';

export type ProxyName = 'nginx' | 'caddy';

/** A real proxy on a loopback port, which has the console under a path, as docs/guida-installazione.md says. */
export type WebProxy = { stop: () => Promise<void> };

const programs = findTestPrograms();
const SHIPPED = join(import.meta.dirname, '../../../packaging/proxy');

/** False when the machine lacks that proxy: those tests are then skipped by name. */
export function hasWebProxy(name: ProxyName): boolean {
  return programs[name] !== undefined;
}

type Before = { url: URL; consolePort: number };

/** Starts one before a console that may not listen yet; `url` is where people find the console. */
export function startWebProxy(name: ProxyName, { url, consolePort }: Before): Promise<WebProxy> {
  const console = `127.0.0.1:${consolePort}`;
  return start(name, url, (folder) =>
    name === 'nginx'
      ? nginxConfiguration(folder, locationsUnderPath(url, console))
      : caddyConfiguration(url, console),
  );
}

/** The same as `packaging/proxy` has it, with only ports, names and folders replaced. */
export function startShippedProxy(name: ProxyName, { url, consolePort }: Before): Promise<WebProxy> {
  const shipped = (file: string, ...replacements: readonly (readonly [from: string, to: string])[]) => {
    const text = readFileSync(join(SHIPPED, file), 'utf8');
    const missing = replacements.find(([from]) => !text.includes(from));
    if (missing) throw new Error(`${file} says nothing of ${missing[0]}`);
    return replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  };
  const console = ['127.0.0.1:3000', `127.0.0.1:${consolePort}`] as const;
  if (name === 'caddy') {
    const site = shipped('Caddyfile', console, ['semaforo.comune.example', url.origin]);
    return start(name, url, () => `{\n  admin off\n  auto_https off\n}\n${site}`);
  }
  return start(name, url, (folder) => {
    const cache = shipped('semaforo-public-cache.conf', ['/var/cache/nginx/semaforo', `${folder}/cache`]);
    const site = `listen 127.0.0.1:${url.port};\n${shipped('semaforo-public.conf', console)}`;
    return nginxConfiguration(folder, site, cache);
  });
}

async function start(
  name: ProxyName,
  url: URL,
  configurationIn: (folder: string) => string,
): Promise<WebProxy> {
  const folder = mkdtempSync(join(tmpdir(), `semaforo-${name}-`));
  const file = join(folder, 'configuration');
  for (const part of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi', 'cache']) mkdirSync(join(folder, part));
  writeFileSync(file, configurationIn(folder));
  const args =
    name === 'nginx'
      ? ['-p', folder, '-e', 'stderr', '-c', file]
      : ['run', '--adapter', 'caddyfile', '--config', file];
  const child = startChild(programs[name] ?? '', args, { env: { PATH: process.env.PATH, HOME: folder } });
  await until(`${name} answers`, async () => {
    if (child.hasEnded()) throw new Error(`${name} ended at its start:\n${child.output()}`);
    return fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  });
  return {
    stop: async () => {
      await child.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a console under a path of a proxy is found: a free port, and that path. */
export async function freePublicUrl(path: string): Promise<URL> {
  return new URL(`http://127.0.0.1:${await freePort()}${path}`);
}

function nginxConfiguration(folder: string, site: string, beforeSite = ''): string {
  // Its workers would be another user, who may not write into the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `daemon off;
${user}
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${beforeSite}
  server {
    ${site}
  }
}
`;
}

function locationsUnderPath({ port, pathname }: URL, console: string): string {
  const forward = `
    proxy_pass http://${console}/;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;`;
  return `listen 127.0.0.1:${port};
    absolute_redirect off;
    location = ${pathname} { return 301 ${pathname}/; }
    location = ${pathname}/metrics { return 404; }
    location ${pathname}/socket.io/ {${forward.replace('/;', '/socket.io/;')}
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection "upgrade";
    }
    location ${pathname}/ {${forward}
    }`;
}

function caddyConfiguration({ origin, pathname }: URL, console: string): string {
  return `{
  admin off
  auto_https off
}
${origin} {
  bind 127.0.0.1
  redir ${pathname} ${pathname}/
  handle_path ${pathname}/* {
    respond /metrics 404
    reverse_proxy ${console}
  }
}
`;
}
