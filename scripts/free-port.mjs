import { once } from 'node:events';
import { createServer } from 'node:net';

/** The first port from `wanted` upwards on which nobody listens on the loopback, and that is not `taken`. */
export async function findFreePort(wanted, taken) {
  for (let port = wanted; port < 65_536; port += 1) {
    if (port !== taken && (await isFree(port))) return port;
  }
  throw new Error(`nessuna porta libera da ${wanted} in su`);
}

async function isFree(port) {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
