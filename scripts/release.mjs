// Makes what belongs to a release of the version in package.json, without any network, in a new folder:
// `npm run release [-- --out FOLDER] [--skip-tests]`. Runs the whole suite, then writes the sources as an archive, the
// notes of CHANGELOG.md, the bill of materials and the checksums of them all.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toCycloneDx } from './cyclonedx.mjs';
import { readLock } from './locked-packages.mjs';
import { ensureInstalled } from './prepare.mjs';
import { notesOf, releaseFaults } from './release-notes.mjs';
import { run } from './run.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

const { values: asked } = parseArgs({
  options: { out: { type: 'string' }, 'skip-tests': { type: 'boolean', default: false } },
});
const { version, workspaces } = JSON.parse(read('package.json'));
const folder = resolve(asked.out ?? join(ROOT, 'dist', `semaforo-${version}`));
const changelog = read('CHANGELOG.md');

const faults = releaseFaults({
  version,
  changelog,
  workspaces: versionsOf(workspaces),
  isClean: git('status', '--porcelain') === '',
});
if (existsSync(folder)) faults.push(`${folder} exists already`);
if (faults.length > 0) {
  for (const fault of faults) console.error(fault);
  process.exit(1);
}
if (!asked['skip-tests']) {
  await ensureInstalled();
  const { code } = await run('node', ['scripts/test.mjs'], { inherit: true });
  if (code !== 0) process.exit(code);
}

mkdirSync(folder, { recursive: true });
const archive = join(folder, `semaforo-${version}.tar.gz`);
git('archive', '--format=tar.gz', `--prefix=semaforo-${version}/`, `--output=${archive}`, 'HEAD');
writeFileSync(join(folder, 'NOTES.md'), notesOf(changelog, version));
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(toCycloneDx(readLock()), undefined, 2)}\n`);
const sums = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`Versione ${version} in ${folder}`);

/** The versions of the workspaces, by their folders; `packages/*` stands for all in it. */
function versionsOf(patterns) {
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return [pattern];
    const parent = pattern.slice(0, -2);
    return readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`);
  });
  const files = folders.map((name) => `${name}/package.json`).filter((file) => existsSync(join(ROOT, file)));
  return Object.fromEntries(files.map((file) => [file, JSON.parse(read(file)).version]));
}
