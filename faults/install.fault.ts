// The Debian package on a bare machine: its whole life, then the handbook's page line by line. Needs root, podman and
// mmdebstrap. `tsx faults/install.fault.ts [--package FILE]`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '@semaforo/testing/until';
import { type BareMachine, bootBareMachine, hasBareImage } from './install/bare-machine.ts';
import { tryContainerImage } from './install/container-image.ts';
import { commandBlocks } from './install/handbook-page.ts';
import { livePackage } from './install/package-life.ts';
import { buildPackage, laterPackage } from './install/packages.ts';

const REACHED_MOSQUITTO = "grep -q 'as semaforo-.*semaforo' /var/log/mosquitto/mosquitto.log";
const MINUTES_OF_THE_PAGE = 15;
const faults: string[] = [];
const { values: asked } = parseArgs({ options: { package: { type: 'string' } } });
/** Boots a machine for some work; without the programs for it, says what was left out. */
async function onMachine(purpose: string, work: (machine: BareMachine) => Promise<void>): Promise<void> {
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
  const built = asked.package ?? buildPackage(join(folder, 'first'));
  if (asked.package === undefined) {
    const again = buildPackage(join(folder, 'again'));
    if (!readFileSync(built).equals(readFileSync(again))) faults.push('two builds differ');
  }
  checkWithLintian(built);
  await onMachine('package', async (machine) => {
    const packages = { now: machine.give(built), later: machine.give(laterPackage(built, folder)) };
    await livePackage({ machine, faults, packages });
  });
  if (hasBareImage()) faults.push(...(await tryContainerImage(built, folder)));
  await onMachine('handbook', async (machine) => {
    machine.give(built);
    const startedAt = Date.now();
    // A person says yes, has a name in the town's DNS, and is where the package was put.
    machine.run(`echo 'APT::Get::Assume-Yes "true";' > /etc/apt/apt.conf.d/90yes`);
    machine.run('echo 127.0.0.1 semaforo.comune.example >> /etc/hosts');
    const blocks = commandBlocks('installazione');
    for (const block of blocks) {
      // As the page says for a check on PostgreSQL.
      if (block.includes('restore --check'))
        machine.run("runuser -u postgres -- psql -qc 'alter role semaforo createdb'");
      machine.run(`cd /root; export DEBIAN_FRONTEND=noninteractive\n${block}`);
    }
    await until('the console has reached Mosquitto', () => machine.does(REACHED_MOSQUITTO));
    const minutes = (Date.now() - startedAt) / 60_000;
    console.log(`${blocks.length} blocks of the handbook in ${minutes.toFixed(1)} minutes`);
    if (minutes > MINUTES_OF_THE_PAGE) faults.push(`the page took ${minutes.toFixed(1)} minutes`);
  });
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${faults.length} faults`);
for (const fault of faults) console.log(`FAULT ${fault}`);
if (faults.length > 0) process.exitCode = 1;
