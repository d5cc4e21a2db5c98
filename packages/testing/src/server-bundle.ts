import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_ROOT } from './server-process.ts';

/** Bundles the server from its sources, with fail points when they are asked for. */
export function bundleServer({ failPoints }: { failPoints: boolean }): { file: string; remove: () => void } {
  // Beside the product's own bundle: from there it finds packages and the web app alike.
  const folder = join(SERVER_ROOT, `dist-test-${randomBytes(4).toString('hex')}`);
  const options = [...(failPoints ? ['--fail-points'] : []), '--outdir', folder];
  execFileSync(process.execPath, ['build.mjs', ...options], { cwd: SERVER_ROOT, stdio: 'pipe' });
  return {
    file: join(folder, 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
