import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shippedNode } from './shipped-node.mjs';

const ROOT = join(import.meta.dirname, '../..');

/** What the bundle imports as a package, with what each needs at run time: the rest is inside the bundle. */
const NATIVE_PACKAGES = {
  'better-sqlite3': ['package.json', 'LICENSE', 'lib', `prebuilds/linux-${process.arch}.node`],
  '@node-rs/argon2': ['package.json', 'LICENSE', 'index.js'],
  [`@node-rs/argon2-linux-${process.arch}-gnu`]: ['package.json', `argon2.linux-${process.arch}-gnu.node`],
};

/**
 * Lays the built program into an empty folder, as package and container have it: the bundle, the web app, what is
 * native, the Node that runs it. Source maps stay behind: names are kept in the bundle.
 */
export function layProgram(folder) {
  const copy = (from, to = from) => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(join(ROOT, from), join(folder, to), {
      recursive: true,
      filter: (file) => !file.endsWith('.map') && !file.includes('.compile-cache'),
    });
  };
  copy('apps/server/dist');
  copy('apps/web/dist');
  for (const [name, files] of Object.entries(NATIVE_PACKAGES)) {
    for (const file of files) copy(`node_modules/${name}/${file}`);
  }
  const node = shippedNode();
  mkdirSync(join(folder, 'bin'));
  cpSync(node.node, join(folder, 'bin/node'));
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const manifest = { name: 'semaforo', version, license, type: 'module', private: true };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return { nodeVersion: node.version, nodeLicence: node.licence };
}

/** Every file and folder under a folder, by its path from there; folders before what is in them. */
export function entriesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      path: join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1),
      isFolder: entry.isDirectory(),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
