import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterServer } from './cluster.ts';
import type { ServerFault } from './server-faults.ts';

/** Does to a server what is planned, and mends it again. */
export async function breakServer({ server, networks }: ClusterServer, fault: ServerFault): Promise<void> {
  if (fault.kind === 'kill' || fault.kind === 'end') {
    await server.end(fault.kind === 'kill' ? 'SIGKILL' : 'SIGTERM');
    await delay(fault.forMs);
    return server.start();
  }
  if (fault.kind === 'stop') {
    server.pause();
    await delay(fault.forMs);
    return server.resume();
  }
  if (fault.part === undefined) return;
  const network = networks[fault.part];
  if (fault.kind === 'cut') {
    network.cut();
    return;
  }
  network.disturb('up', { blocked: true });
  network.disturb('down', { blocked: true });
  await delay(fault.forMs);
  // What was held back arrives now: also what a server sent long ago.
  network.heal();
}
