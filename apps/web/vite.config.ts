import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { marked } from 'marked';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:3000';
const WORKER_FILE = 'sw.js';
/** What is copied as it is, from `public`. */
const PUBLIC_FILES = ['/favicon.svg', '/manifest.webmanifest'];

/**
 * The page that all come to, the one that operators are on, and the lines that come after the first picture: what each
 * needs is one script, beside the others.
 */
const FIRST = {
  first: ['src/app/main.tsx'],
  dashboard: ['src/screens/dashboard.screen.tsx'],
  lines: [
    'src/screens/situation-line.tsx',
    'src/records/handovers.tsx',
    'src/alerts/exercise-frame.tsx',
    'src/alerts/undo-decision.tsx',
    'src/commands/approval/approval-lines.tsx',
    'src/commands/lamptest/lamp-test-strips.tsx',
    'src/operations/restore-banner.tsx',
  ],
};
const scripts = gatherScripts(FIRST);

/** The router as it is built for production: its package exports that to its own framework only. */
const ROUTER = fileURLToPath(import.meta.resolve('react-router')).replace('/development/', '/production/');

export default defineConfig({
  resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
  plugins: [react(), withoutWebTransport(), scripts.plugin, sendBuildToWorker(), addGuide(), compressOnce()],
  experimental: {
    // Under a path of a proxy a script finds the others beside itself; the page's addresses are written by the server.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: 'dist',
    // The policy allows no data: addresses, and no script but files of our own.
    assetsInlineLimit: 0,
    // On a phone's network a further file costs more than the styles of every screen, 18 kB.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The first screen would carry the names of all that any other screen imports: those are found by importing it.
      resolveDependencies: (_file, imports, { hostType }) =>
        hostType === 'html' ? imports : imports.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker/worker.ts' },
      output: {
        codeSplitting: { groups: scripts.groups },
        // A worker rules over the folder that it is in.
        entryFileNames: ({ name }) => (name === 'worker' ? WORKER_FILE : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': SERVER, '/socket.io': { target: SERVER, ws: true } },
  },
});

/** The server speaks WebSocket and polling; the client's third way would come with every first visit for nothing. */
function withoutWebTransport(): Plugin {
  return {
    name: 'semaforo:without-webtransport',
    transform: (_code, id) =>
      id.endsWith('/engine.io-client/build/esm/transports/webtransport.js')
        ? 'export class WT {}'
        : undefined,
  };
}

/**
 * Gathers in one script, by its name, all modules that its files import and that none before them does: the parts that
 * screens share would be sixty files of 500 bytes, and a phone's network takes as long for each as for 30 kB. The page
 * asks for all of them at once.
 */
function gatherScripts(files: Readonly<Record<string, readonly string[]>>): {
  plugin: Plugin;
  groups: { name: string; test: (id: string) => boolean; priority: number }[];
} {
  const names = new Map<string, string>();
  const plugin: Plugin = {
    name: 'semaforo:scripts',
    buildEnd() {
      for (const [name, entries] of Object.entries(files)) {
        const waiting = entries.map((file) => join(import.meta.dirname, file));
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          if (names.has(id)) continue;
          names.set(id, id.includes('/node_modules/') && name === 'first' ? 'libraries' : name);
          waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'chunk' && file.name in files && file.name !== 'first')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head',
          })),
    },
  };
  const inOrder = ['libraries', ...Object.keys(files)];
  const groups = inOrder.map((name, index) => ({
    name,
    test: (id: string) => names.get(id) === name,
    // A group takes what its modules import with it, unless one before it has that.
    priority: inOrder.length - index,
  }));
  return { plugin, groups };
}

/** Writes into the service worker which files make up this build: another build is another worker to the browser. */
function sendBuildToWorker(): Plugin {
  return {
    name: 'semaforo:worker',
    generateBundle: {
      // After the page's plugin, which leaves out the empty script that only imports the others.
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER_FILE];
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'first');
        if (worker?.type !== 'chunk' || entry === undefined) throw new Error('no worker, or no entry');
        // What it shares with pages would be a script beside it, which browsers do not load for a worker.
        if (worker.imports.length > 0) throw new Error(`the worker imports ${worker.imports.join(', ')}`);
        const built = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|woff2)$/.test(file));
        const files = [...built.map((file) => `/${file}`).sort(), ...PUBLIC_FILES];
        const name = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
        const shell = JSON.stringify({ name, files, entry: `/${entry.fileName}` });
        worker.code = worker.code.replaceAll('__SHELL__', shell);
      },
    },
  };
}

/** The operator's guide as a page of the console, with its pictures: help must not need another site. */
function addGuide(): Plugin {
  const docs = join(import.meta.dirname, '../../docs');
  const inOnePage = (html: string) =>
    html
      .replace(/<a href="(?!#|images\/|https?:)[^"]*">(.*?)<\/a>/gs, '$1')
      .replace(/<(h[23])>(.*?)<\/\1>/g, (_, tag: string, words: string) => {
        const id = words
          .toLowerCase()
          .replaceAll(/[^\p{L}\d ]/gu, '')
          .replaceAll(' ', '-');
        return `<${tag} id="${id}">${words}</${tag}>`;
      });
  return {
    name: 'semaforo:guide',
    generateBundle: {
      // Once the style sheet has its name.
      order: 'post',
      async handler(_options, bundle) {
        const html = inOnePage(
          await marked.parse(await readFile(join(docs, 'guida-operatore.md'), 'utf8'), { gfm: true }),
        );
        const own = await readFile(join(import.meta.dirname, 'guida.css'));
        const style = Object.keys(bundle).find((file) => /^assets\/style-.*\.css$/.test(file)) ?? '';
        this.emitFile({ type: 'asset', fileName: 'assets/guida.css', source: own });
        const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Guida dell’operatore · Semaforo</title><link rel="icon" href="favicon.svg"><link rel="stylesheet" href="${style}"><link rel="stylesheet" href="assets/guida.css">`;
        const source = `<!doctype html><html lang="it"><head>${head}</head><body><main class="guide">${html}</main></body></html>`;
        this.emitFile({ type: 'asset', fileName: 'guida.html', source });
        for (const [picture] of new Set(html.matchAll(/(?<=(?:href|src)=")images\/[^"]+/g))) {
          this.emitFile({ type: 'asset', fileName: picture, source: await readFile(join(docs, picture)) });
        }
      },
    },
  };
}

/** Beside each script and style sheet the same by Brotli at its best, a tenth shorter than what is done per answer. */
function compressOnce(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'semaforo:compress',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
      await Promise.all(
        texts.map(async (file) => {
          const short = await compress(file.type === 'chunk' ? file.code : file.source);
          await writeFile(join(dir, `${file.fileName}.br`), short);
        }),
      );
    },
  };
}
