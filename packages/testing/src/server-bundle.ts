import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_ROOT } from './server-process.ts';

/** Bundles the server from its sources, with fail points when they are asked for. */
export function bundleServer({ failPoints }: { failPoints: boolean }): { file: string; remove: () => void } {
  // In the folder of the product's own bundle: from there it finds packages and the web app alike.
  const file = join(SERVER_ROOT, `dist/test-${randomBytes(4).toString('hex')}.js`);
  const options = [...(failPoints ? ['--fail-points'] : []), '--outfile', file];
  execFileSync(process.execPath, ['build.mjs', ...options], { cwd: SERVER_ROOT, stdio: 'pipe' });
  return {
    file,
    remove: () => {
      for (const ending of ['', '.map', '.LEGAL.txt']) rmSync(file + ending, { force: true });
    },
  };
}
