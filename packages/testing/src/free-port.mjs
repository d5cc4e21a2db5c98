// Plain JavaScript: the demo uses it too, and finds its ports before anything is built.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A TCP port of the loopback interface that is free at this moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await close(server);
  return port;
}

/** The first free port of the loopback interface from `wanted` upwards, except `taken`. */
export async function freePortFrom(wanted, taken) {
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
    if (server.listening) await close(server);
  }
}

function close(server) {
  return new Promise((resolve) => server.close(resolve));
}
