// Bundles the server into one file: one read instead of thousands at the start. Native modules stay outside.
import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.ts'],
  outfile: 'dist/main.js',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  legalComments: 'linked',
  // A smaller text to keep in memory; names stay, so that stack traces can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  external: ['better-sqlite3', '@node-rs/argon2', 'pg-native'],
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
