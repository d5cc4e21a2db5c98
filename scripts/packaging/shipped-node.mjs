import { bringNode } from '../bring-node.cjs';

/**
 * The Node that package and container carry, of this machine's architecture: its `version`, its program `node` and its
 * `licence`. It is the one that an older Node brings to run Semaforo.
 */
export function shippedNode() {
  if (process.platform !== 'linux')
    throw new Error(`il pacchetto si fa su Linux, non su ${process.platform}`);
  return bringNode();
}
