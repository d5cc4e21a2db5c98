// Runs the pure tests, which start no service and need no build: `run` once, `watch` again at each change.
import { ensureInstalled } from './prepare.mjs';
import { run } from './run.mjs';

await ensureInstalled();
const [mode, ...rest] = process.argv.slice(2);
const { code } = await run('vitest', [mode, '--config', 'vitest.unit.config.mjs', ...rest], {
  inherit: true,
});
process.exitCode = code;
