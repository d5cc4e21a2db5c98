import { until } from '@semaforo/testing/until';
import type { BareMachine } from './bare-machine.ts';
import { commandBlocks } from './handbook-page.ts';

const REACHED_MOSQUITTO = "grep -q 'as semaforo-.*semaforo' /var/log/mosquitto/mosquitto.log";

/** Follows the page of the package, block by block, as a person would. Throws at the first line that fails. */
export async function followPackagePage(machine: BareMachine): Promise<void> {
  agreeToAll(machine);
  machine.run('echo 127.0.0.1 semaforo.comune.example >> /etc/hosts');
  for (const block of commandBlocks('installazione')) {
    // As the page says for a check on PostgreSQL.
    if (block.includes('restore --check'))
      machine.run("runuser -u postgres -- psql -qc 'alter role semaforo createdb'");
    runBlock(machine, block);
  }
  await until('the console has reached Mosquitto', () => machine.does(REACHED_MOSQUITTO));
}

/** Says yes to every question of apt. */
export function agreeToAll(machine: BareMachine): void {
  machine.run(`echo 'APT::Get::Assume-Yes "true";' > /etc/apt/apt.conf.d/90yes`);
}

/** Runs a block from the home of root, as from a terminal just opened. */
export function runBlock(machine: BareMachine, block: string): void {
  machine.run(`cd /root; export DEBIAN_FRONTEND=noninteractive\n${block}`);
}
