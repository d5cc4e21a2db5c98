// The fast checks: format and lint, types, type-aware lint, import rules, unused code. Two at a time; every failure is shown.
import { ensureInstalled } from './prepare.mjs';
import { runAll } from './run.mjs';

await ensureInstalled();
const failed = await runAll(
  [
    ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
    ...['packages/contract', 'apps/server', 'apps/web', 'apps/simulator', 'e2e', 'bench'].map((project) => [
      `types of ${project}`,
      'tsc',
      '-p',
      project,
    ]),
    ['type-aware lint', 'eslint', '.', '--max-warnings', '0'],
    ['import rules', 'depcruise', '--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'e2e', 'bench'],
    ['unused code', 'knip'],
  ],
  { atOnce: 2 },
);
process.exitCode = failed.length === 0 ? 0 : 1;
