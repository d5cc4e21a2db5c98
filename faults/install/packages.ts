import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the package as `npm run package` does, and returns its file. */
export function buildPackage(out: string): string {
  const printed = execFileSync(process.execPath, ['scripts/package.mjs', '--out', out], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return printed.trim();
}

/** The same content as a later version, packed quickly. */
export function laterPackage(file: string, folder: string): string {
  const tree = mkdtempSync(join(folder, 'tree-'));
  execFileSync('dpkg-deb', ['--raw-extract', file, tree]);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(
    control,
    readFileSync(control, 'utf8').replace(/^Version: .*$/m, (line) => `${line}+1`),
  );
  const later = join(folder, basename(file).replace('_', '_later_'));
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, later], {
    stdio: 'ignore',
  });
  return later;
}
