// Builds the Debian package of this version and this machine's architecture: `npm run package [-- --out FOLDER]`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './prepare.mjs';

const ROOT = join(import.meta.dirname, '..');
const { values: asked } = parseArgs({ options: { out: { type: 'string' }, version: { type: 'string' } } });
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

await ensureBuilt();
// It reads a package that the line above may have installed.
const { buildDebianPackage } = await import('./packaging/debian-package.mjs');
const file = buildDebianPackage({
  out: resolve(asked.out ?? join(ROOT, 'dist')),
  version: asked.version ?? version,
  epoch: Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct')),
});
console.log(file);

function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
