import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** False when the machine lacks that proxy: those tests are then skipped by name. */
export function hasWebProxy(name: ProxyName): boolean {
  return programs[name] !== undefined;
}

/** Starts one before a console that may not listen yet; `url` is where people find the console. */
export async function startWebProxy(
  name: ProxyName,
  { url, consolePort }: { url: URL; consolePort: number },
): Promise<WebProxy> {
  const folder = mkdtempSync(join(tmpdir(), `semaforo-${name}-`));
  const file = join(folder, 'configuration');
  const console = `127.0.0.1:${consolePort}`;
  if (name === 'nginx') {
    for (const part of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, part));
    writeFileSync(file, nginxConfiguration(folder, url, console));
  } else writeFileSync(file, caddyConfiguration(url, console));
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

function nginxConfiguration(folder: string, { port, pathname }: URL, console: string): string {
  const forward = `
    proxy_pass http://${console}/;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;`;
  return `daemon off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    absolute_redirect off;
    location = ${pathname} { return 301 ${pathname}/; }
    location = ${pathname}/metrics { return 404; }
    location ${pathname}/socket.io/ {${forward.replace('/;', '/socket.io/;')}
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection "upgrade";
    }
    location ${pathname}/ {${forward}
    }
  }
}
`;
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
