import { runAll } from './run.mjs';

const PROJECTS = [
  'packages/contract',
  'packages/client',
  'packages/sqlite',
  'packages/testing',
  'apps/server',
  'apps/web',
  'apps/simulator',
  'e2e',
  'bench',
  'faults',
];

/** The fast checks: format and lint, types, type-aware lint, import rules, unused code, documents. Resolves to how many passed and failed. */
export function runChecks() {
  return runAll(
    [
      ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
      ...PROJECTS.map((project) => [`types of ${project}`, 'tsc', '-p', project]),
      ['type-aware lint', 'eslint', '.', '--max-warnings', '0'],
      [
        'import rules',
        'depcruise',
        '--config',
        '.dependency-cruiser.cjs',
        'packages',
        'apps',
        'e2e',
        'bench',
        'faults',
      ],
      ['unused code', 'knip'],
      ['pages and anchors that comments and pages name', 'node', 'scripts/check-documents.mjs'],
    ],
    { atOnce: 2 },
  );
}
