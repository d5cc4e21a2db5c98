import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:3000';
const WORKER_FILE = 'sw.js';
/** What is copied as it is, from `public`. */
const PUBLIC_FILES = ['/favicon.svg', '/manifest.webmanifest'];

export default defineConfig({
  plugins: [react(), tellWorkerItsBuild(), compressOnce()],
  experimental: {
    // Under a path of a proxy a script finds the others beside itself; the page's addresses are written by the server.
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: 'dist',
    // The policy allows no data: addresses, and no script but files of our own.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first screen would carry the names of all that any other screen imports: those are found by importing it.
      resolveDependencies: (_file, imports, { hostType }) =>
        hostType === 'html' ? imports : imports.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/worker/worker.ts' },
      output: {
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

/** Writes into the service worker which files make up this build: another build is another worker to the browser. */
function tellWorkerItsBuild(): Plugin {
  return {
    name: 'semaforo:worker',
    generateBundle(_, bundle) {
      const worker = bundle[WORKER_FILE];
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file !== worker,
      );
      if (worker?.type !== 'chunk' || entry === undefined) throw new Error('no worker, or no entry');
      const built = Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|woff2)$/.test(file));
      const files = [...built.map((file) => `/${file}`).sort(), ...PUBLIC_FILES];
      const name = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
      const shell = JSON.stringify({ name, files, entry: `/${entry.fileName}` });
      worker.code = worker.code.replaceAll('__SHELL__', shell);
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
