import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

test('docs/import-rules.md names every import rule, and no other', () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const page = readFileSync(join(ROOT, 'docs/import-rules.md'), 'utf8');
  const lastCells = [...page.matchAll(/\|([^|]*)\|$/gm)].map(([, cell]) => cell);
  const named = lastCells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name));

  expect(named.toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted());
});

test.each([
  ['server', ['database', 'http', 'platform']],
  ['web', ['api', 'app', 'lamps', 'lists', 'platform', 'screens', 'test', 'ui', 'ui-catalogue', 'worker']],
])(
  'a file of any feature of the %s that imports the bot is an error',
  async (app, noFeatures) => {
    const features = readdirSync(join(ROOT, 'apps', app, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && ![...noFeatures, 'bot'].includes(entry.name))
      .map(({ name }) => `apps/${app}/src/${name}/probe.ts`);
    const folder = mkdtempSync(join(tmpdir(), 'semaforo-imports-'));
    try {
      write(join(folder, `apps/${app}/src/bot/probe.ts`), 'export const probe = 1;');
      for (const path of features) write(join(folder, path), "export { probe } from '../bot/probe.ts';");

      expect(await offenders(folder)).toEqual(features.toSorted());
      expect(features).toContain(`apps/${app}/src/alerts/probe.ts`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);

function write(path, text) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

/** The files of the folder that an import rule refuses. */
async function offenders(folder) {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const ruleSet = { forbidden: forbidden.filter(({ name }) => name !== 'no-orphans') };
  const { output } = await cruise(['apps'], { baseDir: folder, ruleSet, validate: true, outputType: 'json' });
  return [...new Set(JSON.parse(output).summary.violations.map(({ from }) => from))].toSorted();
}
