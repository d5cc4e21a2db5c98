// Bundles the server into a few files: one read instead of thousands at the start. Native modules stay outside.
// `node build.mjs [--fail-points] [--outdir FOLDER]`; with fail points it is the server that `npm run faults` kills.
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values: asked } = parseArgs({
  options: {
    'fail-points': { type: 'boolean', default: false },
    outdir: { type: 'string', default: 'dist' },
  },
});

/** Without the variable that arms them the fail points are empty, and esbuild leaves them out. */
const NO_FAIL_POINTS = { 'process.env.SEMAFORO_FAIL_POINT': 'undefined' };

/**
 * What packages bring that the server is better off without, and what they get instead. The Telegram client's
 * AbortController is from before Node had one, and it knows a signal by the name of its class, which a bundle changes:
 * Node's own has that name. (esbuild's `keepNames` would name every function whenever one is made.) What `debug` gets
 * nobody reads, and without a reader it still takes a tenth of what a command to a thousand devices allocates.
 */
const REPLACED = {
  'abort-controller': 'module.exports = { AbortController, AbortSignal };',
  debug: [
    'const debug = () => silent;',
    'const silent = Object.assign(() => {}, { extend: debug });',
    'module.exports = Object.assign(debug, { debug });',
  ].join(' '),
};

function instead(modules) {
  return {
    name: 'instead',
    setup: (bundle) => {
      bundle.onResolve({ filter: new RegExp(`^(${Object.keys(modules).join('|')})$`) }, ({ path }) => ({
        path,
        namespace: 'instead',
      }));
      bundle.onLoad({ filter: /.*/, namespace: 'instead' }, ({ path }) => ({ contents: modules[path] }));
    },
  };
}

// The names of the parts change with their content.
rmSync(asked.outdir, { recursive: true, force: true });
await build({
  entryPoints: {
    main: 'src/main.ts',
    // A program of its own: it runs in a worker thread.
    'broker-worker': 'src/broker/embedded/broker-worker.ts',
    // Another one.
    'stall-guard-worker': 'src/platform/stall-guard-worker.ts',
    'verify-audit': 'src/verify-audit.ts',
    backup: 'src/backup.ts',
    restore: 'src/restore.ts',
    'write-broker-files': 'src/devices/mosquitto/write-broker-files.ts',
  },
  outdir: asked.outdir,
  bundle: true,
  // What is imported on request (the OpenAPI document's generator) is read on request.
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  sourcemap: true,
  legalComments: 'linked',
  // A smaller text to keep in memory; names stay, so that stack traces can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [instead(REPLACED)],
  define: asked['fail-points'] ? {} : NO_FAIL_POINTS,
  external: ['better-sqlite3', '@node-rs/argon2', 'pg-native'],
  // The Telegram client's URL parser asks for Node's own punycode, which warns at each start.
  alias: { punycode: 'punycode/' },
  // Bundled CommonJS packages call require and __dirname, which an ES module does not have.
  banner: {
    js: [
      "import { createRequire as __createRequire } from 'node:module';",
      "import { dirname as __dirnameOf } from 'node:path';",
      "import { fileURLToPath as __fileURLToPath } from 'node:url';",
      'const require = __createRequire(import.meta.url);',
      'const __filename = __fileURLToPath(import.meta.url);',
      'const __dirname = __dirnameOf(__filename);',
    ].join(' '),
  },
});

// V8 keeps the text of a module for as long as it runs, and gets it from Node in two bytes a character as soon as one
// is not ASCII. Strings are escaped by esbuild, regular expressions are not.
for (const file of readdirSync(asked.outdir).filter((name) => name.endsWith('.js'))) {
  const [wide] = /.{0,60}[^\0-\x7f]/.exec(readFileSync(join(asked.outdir, file), 'utf8')) ?? [];
  if (wide) throw new Error(`${file} is kept in twice the memory: write this with \\u in ${wide}`);
}

// Read at run time, beside the module that reads it.
copyFileSync('src/users/common-passwords.txt', join(asked.outdir, 'common-passwords.txt'));
cpSync('src/bulletins/zone-tables', join(asked.outdir, 'zone-tables'), { recursive: true });
