import { connect, type Socket } from 'node:net';
import { freePort } from '@semaforo/testing/free-port';
import { freePublicUrl, hasWebProxy, startWebProxy } from '@semaforo/testing/web-proxy';
import type { Attack, AttackResult } from './attack.ts';
import { startAttackedConsole, timeCommands, watchHealth } from './attacked-console.ts';

const ATTACK_MS = 10_000;
const UNFINISHED = 1200;
const RENEW_EVERY_MS = 500;

type Target = { port: number; path: string; addresses: number };

/** Keeps so many log-ins begun and never ended: each that is cut off is begun anew. */
function beginForever({ port, path, addresses }: Target): () => void {
  const headers = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 60';
  const begin = (index: number): Socket => {
    const localAddress = `127.0.${1 + (index % addresses)}.7`;
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
      socket.write(`POST ${path}/api/login HTTP/1.1\r\n${headers}\r\n\r\n{`);
    });
    return socket.on('error', () => undefined).resume();
  };
  let sockets = Array.from({ length: UNFINISHED }, (_, index) => begin(index));
  const renewing = setInterval(() => {
    sockets = sockets.map((socket, index) => (socket.destroyed ? begin(index) : socket));
  }, RENEW_EVERY_MS);
  return () => {
    clearInterval(renewing);
    for (const socket of sockets) socket.destroy();
  };
}

async function attack(through: 'caddy' | undefined): Promise<AttackResult> {
  const port = await freePort();
  const url = await freePublicUrl('/console');
  const proxy = through && (await startWebProxy(through, { url, consolePort: port }));
  const attacked = await startAttackedConsole({
    PORT: String(port),
    ...(proxy && { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: url.href }),
  });
  const target = proxy
    ? { port: Number(url.port), path: url.pathname, addresses: 1 }
    : { port, path: '', addresses: 12 };
  const end = beginForever(target);
  const watch = watchHealth(attacked);
  try {
    const timed = await timeCommands(attacked.vera, ATTACK_MS);
    const health = await watch.stop();
    const isHeld = timed.confirmed === timed.commands;
    return {
      figures: { unfinished: UNFINISHED, ...timed, ...health },
      violations: isHeld ? [] : [`${timed.commands - timed.confirmed} commands were not confirmed`],
    };
  } finally {
    end();
    await attacked.stop();
    await proxy?.stop();
  }
}

export const unfinishedAttacks: readonly Attack[] = [
  {
    name: 'unfinished requests',
    bound: 'every command of an operator confirmed',
    run: () => attack(undefined),
  },
  ...(hasWebProxy('caddy')
    ? [
        {
          name: 'unfinished requests through a proxy',
          bound: 'every command of an operator confirmed',
          run: () => attack('caddy'),
        },
      ]
    : []),
];
