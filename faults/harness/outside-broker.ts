import { freePort } from '../../apps/server/test/free-port.ts';
import { createMosquitto, hasMosquitto } from '../../apps/server/test/mosquitto.ts';
import { startBroker } from '../../apps/simulator/test/broker.ts';

/** A broker that outlives the server: Mosquitto, or where the machine has none, aedes in this process. */
export type OutsideBroker = { name: 'Mosquitto' | 'aedes'; port: number; stop: () => Promise<void> };

export async function startOutsideBroker(): Promise<OutsideBroker> {
  if (hasMosquitto) {
    const { port, start, remove } = createMosquitto(await freePort(), { isOpen: true });
    await start();
    return { name: 'Mosquitto', port, stop: remove };
  }
  const { port, cut } = await startBroker();
  return { name: 'aedes', port, stop: cut };
}
