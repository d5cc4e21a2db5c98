import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Makes `to` a copy of the files in `from` that git tracks or would add, as they are now, with uncommitted changes.
 * Other files of the copy (installed packages, builds) stay, so that a second run is quick.
 */
export function copyProject({ from, to }) {
  if (!existsSync(join(to, '.git'))) {
    rmSync(to, { recursive: true, force: true });
    mkdirSync(dirname(to), { recursive: true });
    git(dirname(to), 'init', '--quiet', to);
  }
  const wanted = new Set(listFiles(from).filter((file) => existsSync(join(from, file))));
  for (const file of listFiles(to)) if (!wanted.has(file)) rmSync(join(to, file), { force: true });
  for (const file of wanted) copyIfChanged(join(from, file), join(to, file));
  // Tools that ask git for the tracked files find them in the copy too.
  git(to, 'add', '--all');
}

function copyIfChanged(source, target) {
  const before = statSync(target, { throwIfNoEntry: false });
  const { mtimeMs, size } = statSync(source);
  if (before?.mtimeMs === mtimeMs && before.size === size) return;
  mkdirSync(dirname(target), { recursive: true });
  cpSync(source, target, { preserveTimestamps: true });
}

function listFiles(folder) {
  return git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
    .split('\0')
    .filter(Boolean);
}

function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
