import { runAll } from './run.mjs';

/**
 * The programs in which types are checked. The contract, the server and the web app have their own surroundings (no
 * I/O, Node, a browser). What only tools and tests use is one program, so that shared code is read fewer times.
 */
const PROGRAMS = ['packages/contract', 'apps/server', 'apps/web', 'tsconfig.tools.json'];

/**
 * Runs the fast checks: type-aware lint, format and lint, types, import rules, unused code, documents. Resolves to
 * how many passed and how many failed.
 */
export function runChecks() {
  return runAll(
    [
      // First what takes longest: the others run beside it.
      ['type-aware lint', 'oxlint'],
      ['format and lint', 'biome', 'ci', '--error-on-warnings', '.'],
      ...PROGRAMS.map(checkTypes),
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
      ['index of decisions', 'node', 'scripts/decisions-index.mjs'],
      ['packages: sources, checksums, scripts, licences', 'node', 'scripts/check-supply.mjs'],
    ],
    { atOnce: 2 },
  );
}

/** The compiler keeps what it found, so that the next check reads only what changed since. */
function checkTypes(program) {
  const memory = `node_modules/.semaforo/types-${program.replaceAll('/', '-')}.tsbuildinfo`;
  return [`types of ${program}`, 'tsc', '-p', program, '--incremental', '--tsBuildInfoFile', memory];
}
