// Plain JavaScript: the demo uses it too, and finds its ports before anything is built.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (Linux from 32768, macOS and Windows from 49152): one of
 * those could be taken between the choice and its use.
 */
const FIRST_PORT = 10_240;
const LAST_PORT = 32_767;
const BLOCK = 64;
const BLOCKS = Math.floor((LAST_PORT + 1 - FIRST_PORT) / BLOCK);

/** The ports that only this process gives out: it listens on the one before them for as long as it lives. */
let block = { first: 0, given: BLOCK };

/** A TCP port of the loopback interface that is free now and that no process which asks here is given meanwhile. */
export async function freePort() {
  for (;;) {
    if (block.given >= BLOCK - 1) block = await claimBlock();
    const port = block.first + block.given;
    block.given += 1;
    if (await isFree(port)) return port;
  }
}

async function claimBlock() {
  const start = Math.floor(Math.random() * BLOCKS);
  for (let tried = 0; tried < BLOCKS; tried += 1) {
    const claim = FIRST_PORT + ((start + tried) % BLOCKS) * BLOCK;
    const server = await listenOn(claim);
    if (!server) continue;
    server.unref();
    return { first: claim + 1, given: 0 };
  }
  throw new Error(`nessun gruppo di porte libero da ${FIRST_PORT} a ${LAST_PORT}`);
}

/** The first free port of the loopback interface from `wanted` upwards, except `taken`. */
export async function freePortFrom(wanted, taken) {
  for (let port = wanted; port < 65_536; port += 1) {
    if (port !== taken && (await isFree(port))) return port;
  }
  throw new Error(`nessuna porta libera da ${wanted} in su`);
}

async function isFree(port) {
  const server = await listenOn(port);
  if (server) await close(server);
  return server !== undefined;
}

/** Undefined when another program has the port. */
async function listenOn(port) {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

function close(server) {
  return new Promise((resolve) => server.close(resolve));
}
