import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './prepare.mjs';

let project;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'semaforo-prepare-'));
  mkdirSync(join(project, 'node_modules'));
});
afterEach(() => rmSync(project, { recursive: true }));

const OWN = { name: '@semaforo/server', version: '0.1.0' };
const INSTALLED = {
  'apps/server': OWN,
  'node_modules/@semaforo/server': { resolved: 'apps/server', link: true },
  'node_modules/fastify': { version: '5.0.0' },
  'apps/web/node_modules/zod': { version: '4.0.0' },
};

/** Whether a project with these locked packages is installed by what npm left of the installed ones. */
function judge(changes) {
  const write = (file, packages) => writeFileSync(join(project, file), JSON.stringify({ packages }));
  write('node_modules/.package-lock.json', INSTALLED);
  write('package-lock.json', { '': { version: '0.3.0' }, ...INSTALLED, ...changes });
  return isInstalled(project);
}

test.each([
  ['the same packages', {}, true],
  ['another version of its own package', { 'apps/server': { ...OWN, version: '0.3.0' } }, true],
  ['another version of a package', { 'node_modules/fastify': { version: '5.0.1' } }, false],
  [
    'another version of a package of one workspace',
    { 'apps/web/node_modules/zod': { version: '4.0.1' } },
    false,
  ],
  ['one package more', { 'node_modules/pino': { version: '9.0.0' } }, false],
  ['one more for another platform', { 'node_modules/fsevents': { version: '2.0.0', optional: true } }, true],
])('an install for %s is complete or not', (_what, changes, complete) => {
  expect(judge(changes)).toBe(complete);
});
