// The Debian package on a bare machine: its whole life, then the handbook's pages of the package and of the sources,
// line by line. Needs root, podman and mmdebstrap. `tsx faults/install.fault.ts [--package FILE] [--only WHAT]`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '@semaforo/testing/until';
import { type BareMachine, bootBareMachine, hasBareImage } from './install/bare-machine.ts';
import { hasCompose, tryComposeFile } from './install/compose-file.ts';
import { buildConsoleImage } from './install/console-image.ts';
import { tryContainerImage } from './install/container-image.ts';
import { followPackagePage } from './install/follow-pages.ts';
import { followSourcesPage } from './install/follow-sources.ts';
import { faultsOfShippedNode } from './install/newest-node.ts';
import { livePackage } from './install/package-life.ts';
import { buildPackage, laterPackage } from './install/packages.ts';
import { podman } from './install/podman.ts';
import { tryQuadlet } from './install/quadlet.ts';

const MINUTES_OF_THE_PAGE = 15;
const faults: string[] = [];
const { values: requested } = parseArgs({
  options: { package: { type: 'string' }, only: { type: 'string' } },
});

/** All of them, or the one with that name: node, package, image, quadlet, compose, page or sources. */
const isRequested = (purpose: string) => requested.only === undefined || requested.only === purpose;

/** Boots a machine for some work; without the programs for it, says what was left out. */
async function onMachine(purpose: string, work: (machine: BareMachine) => Promise<void>): Promise<void> {
  if (!isRequested(purpose)) return;
  const machine = bootBareMachine(`semaforo-${purpose}-${process.pid}`);
  if (!machine) return console.log(`Tralasciato ${purpose}: servono root, podman e mmdebstrap`);
  try {
    await until('the machine has booted', () => machine.does('systemctl is-system-running'));
    await work(machine);
  } finally {
    machine.remove();
  }
}

function checkWithLintian(file: string): void {
  const { error, stdout, status } = spawnSync('lintian', ['--allow-root', '--fail-on=error,warning', file], {
    encoding: 'utf8',
  });
  if (error) console.log('Tralasciato lintian: non c’è');
  else if (status !== 0) faults.push(`lintian: ${stdout.trim()}`);
}

const folder = mkdtempSync(join(tmpdir(), 'semaforo-install-'));

try {
  const built = requested.package ?? buildPackage(join(folder, 'first'));
  if (requested.package === undefined) {
    const again = buildPackage(join(folder, 'again'));
    if (!readFileSync(built).equals(readFileSync(again))) faults.push('two builds differ');
  }
  checkWithLintian(built);
  if (isRequested('node')) faults.push(...faultsOfShippedNode(folder));
  await onMachine('package', async (machine) => {
    const packages = { now: machine.give(built), later: machine.give(laterPackage(built, folder)) };
    await livePackage({ machine, faults, packages });
  });
  const ofImage = [
    ['image', tryContainerImage],
    ['quadlet', tryQuadlet],
    ...(hasCompose ? [['compose', tryComposeFile] as const] : []),
  ] as const;
  if (!hasCompose) console.log('Tralasciato compose: manca podman-compose');
  const asImage = ofImage.filter(([purpose]) => isRequested(purpose));
  if (asImage.length > 0 && hasBareImage()) {
    const image = `localhost/semaforo-image-${process.pid}`;
    buildConsoleImage(image, built, folder);
    for (const [, tryIt] of asImage) faults.push(...(await tryIt(image, folder)));
    podman('rmi', '--force', image);
  }
  await onMachine('page', async (machine) => {
    machine.give(built);
    const startedAt = Date.now();
    await followPackagePage(machine);
    const minutes = (Date.now() - startedAt) / 60_000;
    console.log(`The page of the package, followed in ${minutes.toFixed(1)} minutes`);
    if (minutes > MINUTES_OF_THE_PAGE) faults.push(`the page took ${minutes.toFixed(1)} minutes`);
  });
  await onMachine('sources', (machine) => followSourcesPage(machine, built, folder));
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${faults.length} faults`);
for (const fault of faults) console.log(`FAULT ${fault}`);
if (faults.length > 0) process.exitCode = 1;
