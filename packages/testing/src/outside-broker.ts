import { startAedesBroker } from './aedes-broker.ts';
import { freePort } from './free-port.mjs';
import { createMosquitto, hasMosquitto } from './mosquitto.ts';

/** A broker that outlives the server: Mosquitto or, where the machine has none, aedes in this process. */
export type OutsideBroker = { name: 'Mosquitto' | 'aedes'; port: number; stop: () => Promise<void> };

export async function startOutsideBroker(): Promise<OutsideBroker> {
  if (hasMosquitto) {
    const { port, start, remove } = createMosquitto(await freePort(), { isOpen: true });
    await start();
    return { name: 'Mosquitto', port, stop: remove };
  }
  const { port, cut } = await startAedesBroker();
  return { name: 'aedes', port, stop: cut };
}
