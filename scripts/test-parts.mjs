import { join } from 'node:path';
import { run } from './run.mjs';
import { countPlaywright, countPrinted, countVitest } from './test-counts.mjs';

/** What depends most on the version of Node: start, main job, kill -9, SQLite's driver, passwords. */
const SERVER_PART = [
  'apps/server/src/main.test.ts',
  'apps/server/src/app.test.ts',
  'apps/server/src/restart.test.ts',
  'apps/server/src/database/commit-in-doubt.test.ts',
  'apps/server/src/database/connect-to-database.test.ts',
  'apps/server/src/database/engine.test.ts',
  'apps/server/src/database/migrate.test.ts',
  'apps/server/src/users/passwords',
];

/**
 * The parts of the suite. Each resolves to `{ part, passed, failed, skipped }`; what it tests is written in `folder`.
 * Only Vitest prints while it runs; the others print all at their end, so that each can be read.
 */
export function createTestParts(folder) {
  const env = { TMPDIR: folder };

  const runVitest = async (part, files) => {
    const report = join(folder, 'vitest.json');
    const { code } = await run(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
      { inherit: true, env },
    );
    return { part, ...countVitest(report, code) };
  };

  return {
    runTests: () => runVitest('unit and integration tests', []),
    runServerPart: () => runVitest(`the server on Node ${process.versions.node}`, SERVER_PART),

    runStories: async () => {
      const report = join(folder, 'playwright.json');
      const { code, output } = await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      });
      console.log(`\nPROVE NEL BROWSER\n${output}`);
      return { part: 'browser stories', ...countPlaywright(report, code) };
    },

    runServerPartOnNode: async (version) => {
      const command = ['npm', 'test', '--', '--server'];
      const { code, output } = await run('npm', ['run', 'on-node', '--', version, ...command]);
      console.log(`\nNODE ${version}\n${output}`);
      return { part: `the server on Node ${version}`, ...countPrinted(output, code) };
    },
  };
}
