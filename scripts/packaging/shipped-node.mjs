import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const RELEASE = JSON.parse(readFileSync(join(import.meta.dirname, 'node-release.json'), 'utf8'));

/**
 * The Node that package and container carry, of this machine's architecture: the folder with `bin/node` and its
 * `LICENSE`. It is fetched once, from the npm package of that platform, and refused if it is not what was recorded.
 */
export function shippedNode() {
  const { version } = RELEASE;
  const integrity = RELEASE.integrity[process.arch];
  if (process.platform !== 'linux' || integrity === undefined) {
    throw new Error(`il pacchetto si fa su Linux x64 o arm64, non su ${process.platform} ${process.arch}`);
  }
  const name = `node-linux-${process.arch}`;
  const folder = join(ROOT, '.nodes/shipped', `${name}-${version}`);
  const archive = join(folder, `${name}-${version}.tgz`);
  if (!existsSync(archive)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--silent', '--pack-destination', folder];
    execFileSync('npm', ['pack', `${name}@${version}`, ...options], { cwd: folder, stdio: 'pipe' });
  }
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${archive} non è il Node atteso: va eliminato`);
  execFileSync('tar', ['-xzf', archive, '-C', folder, 'package/bin/node', 'package/LICENSE']);
  return { version, folder: join(folder, 'package') };
}
