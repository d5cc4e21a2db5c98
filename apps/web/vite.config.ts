import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { routes } from '../../packages/contract/src/api/routes.ts';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [routesWithoutSchemas(), react()],
  resolve: {
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL('zod-without-eval.ts', import.meta.url)) }],
  },
  build: {
    outDir: 'dist',
    // The policy allows no data: addresses, and no script but files of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': SERVER, '/socket.io': { target: SERVER, ws: true } },
  },
});

/** To call a route the browser needs its address only. With the schemas every page would load zod: whoever checks by one imports its word. */
function routesWithoutSchemas(): Plugin {
  const name = '@semaforo/contract/api/routes';
  const addresses = Object.entries(routes).map(([route, { method, path, access, ...more }]) => [
    route,
    { method, path, access, idempotent: 'idempotent' in more },
  ]);
  return {
    name: 'routes-without-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) =>
      id === `\0${name}`
        ? `export const routes = ${JSON.stringify(Object.fromEntries(addresses))};`
        : undefined,
  };
}
