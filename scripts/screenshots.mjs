// Takes the pictures of the guides again and saves them in docs/images. They show a console started for this purpose.
import { findTestPrograms } from '../packages/testing/src/machine.mjs';
import { ensureBuilt } from './prepare.mjs';
import { run } from './run.mjs';

if (!findTestPrograms().chromium) {
  console.error('Per le immagini serve Chromium: indicarlo con CHROMIUM_PATH');
  process.exit(1);
}
await ensureBuilt();
for (const script of ['e2e/screenshots/take.ts', 'e2e/screenshots/take-ui-catalogue.ts']) {
  const { code } = await run('tsx', [script], { inherit: true });
  if (code !== 0) process.exitCode = code;
}
