import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Licences that the lock file does not know, as the packages themselves declare them in a file. */
const DECLARED_IN_FILE = { suncalc: 'BSD-2-Clause', 'xmlhttprequest-ssl': 'MIT' };

/** The lock file as npm wrote it. */
export function readLock() {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
}

/** The packages of a registry in the lock file, by path; workspaces and links to them are the project's own. */
export function lockedPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, entry]) => {
      const name = entry.name ?? path.split('node_modules/').at(-1);
      return {
        path,
        name,
        version: entry.version,
        resolved: entry.resolved,
        integrity: entry.integrity,
        licence: entry.license ?? DECLARED_IN_FILE[name],
        hasInstallScript: entry.hasInstallScript === true,
        /** False for what only development needs. */
        isInProduct: !(entry.dev || entry.devOptional),
        isOptional: entry.optional === true,
        dependencies: { ...entry.optionalDependencies, ...entry.dependencies },
      };
    });
}
