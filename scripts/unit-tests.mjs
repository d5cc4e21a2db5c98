import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const TESTS = '{apps,packages}/*/src/**/*.test.ts';
/** Packages that do nothing but compute, or that run the tests. */
const PURE = new Set(['vitest', 'fast-check', 'zod']);
/** What only a browser has: a test of it needs one, or a stand-in. */
const OF_A_BROWSER = /\b(document|window|localStorage|sessionStorage|navigator)\./;
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]/gm;
const LATER_IMPORT = /\bimport\(\s*['"]([^'"]+)['"]/g;

/**
 * The tests that start nothing: neither they nor what they import, at any distance, touch files, the network, a
 * process, a database or a browser. Paths from the root of the project, read from the imports.
 */
export function findUnitTests(root = ROOT) {
  const known = new Map();
  const isPure = (file) => {
    // Imports have no cycles: docs/import-rules.md.
    if (!known.has(file)) known.set(file, isPureFile(file));
    return known.get(file);
  };
  const isPureFile = (file) => {
    if (!existsSync(file)) return false;
    const text = readFileSync(file, 'utf8');
    if (OF_A_BROWSER.test(text)) return false;
    const names = [...text.matchAll(IMPORT), ...text.matchAll(LATER_IMPORT)].map(([, name]) => name);
    return names.every((name) => {
      const imported = resolveImport(name, { file, root });
      return imported === undefined ? PURE.has(name) : isPure(imported);
    });
  };
  return globSync(TESTS, { cwd: root })
    .map((test) => join(root, test))
    .filter(isPure)
    .map((test) => relative(root, test).replaceAll('\\', '/'))
    .toSorted();
}

/** The project's file that is imported by this name; undefined for a package of others. */
function resolveImport(name, { file, root }) {
  if (name.startsWith('.')) return join(dirname(file), name);
  const [, workspace, path] = /^@semaforo\/(\w+)\/(.+)$/.exec(name) ?? [];
  return workspace && join(root, 'packages', workspace, 'src', `${path}.ts`);
}
