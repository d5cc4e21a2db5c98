import { hasMosquitto, startMosquitto } from '@semaforo/e2e/harness/mosquitto';
import { startBroker } from '../../apps/simulator/test/broker.ts';

/** A broker that outlives the server: Mosquitto, or where the machine has none, aedes in this process. */
export type OutsideBroker = { name: 'Mosquitto' | 'aedes'; port: number; stop: () => Promise<void> };

export async function startOutsideBroker(): Promise<OutsideBroker> {
  if (hasMosquitto) {
    const { port, stop } = await startMosquitto();
    return { name: 'Mosquitto', port, stop };
  }
  const { port, cut } = await startBroker();
  return { name: 'aedes', port, stop: cut };
}
