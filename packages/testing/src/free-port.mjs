// Plain JavaScript: the demo uses it too, and finds its ports before anything is built.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS and Windows from 49152): one of
 * those could be taken between the choice and its use.
 */
const FIRST_PORT = 10_240;
const LAST_PORT = 32_767;

/** A TCP port of the loopback interface that is free now, drawn by lot: tests that run at once get different ones. */
export async function freePort() {
  return await freePortFrom(FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT)));
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
    // Another program has it: the caller tries the next.
    return false;
  } finally {
    if (server.listening) await close(server);
  }
}

function close(server) {
  return new Promise((resolve) => server.close(resolve));
}
