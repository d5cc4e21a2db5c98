// `tsx faults/doors/broker-strangers.ts PORT` is the attacker, in a process of its own: silent connections, renewed.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { logIn } from '@semaforo/client';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { startChild } from '@semaforo/testing/child-process';
import { ADMIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';
import { connectAsync } from 'mqtt';
import type { Attack } from './attack.ts';

const ATTACKER = fileURLToPath(import.meta.url);
/** On loopback each counts as a network of its own. */
const SOURCES = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const FROM_EACH = 2000;
/** A device that is not let in for so long gives up; it tries again later. */
const LOG_IN_WITHIN_MS = 5000;

/** Thousands of connections that never say anything, from several networks, while devices log in. */
export const unauthenticatedAttack: Attack = {
  name: 'broker-strangers',
  bound: 'every device that logs in with its right password gets in',
  run: async ({ seconds }) => {
    const port = await freePort();
    const server = await startBuiltServer(embeddedBrokerSettings(port));
    const admin = await logIn(server, ADMIN);
    const { id: userId } = await admin('createUser', {
      body: { username: 'vera', password: 'straniera-di-prova-1' },
    });
    const { id } = await admin('createDevice', { body: { type: 'semaforo', topic: '/3/vera/s1', userId } });
    const login = await admin('makeCredentials', { params: { id } });
    const attacker = startChild(process.execPath, ['--import', 'tsx', ATTACKER, String(port)]);
    const silent = () => Number(attacker.output().trim().split('\n').at(-1));
    let times = 0;
    let refused = 0;
    try {
      await until('the strangers are there', () => silent() >= SOURCES.length * FROM_EACH);
      const endsAt = performance.now() + seconds * 1000;
      while (performance.now() < endsAt) {
        times += 1;
        const address = times % 2 === 0 ? SOURCES[0] : '127.0.0.1';
        if (!(await mayLogIn(port, { ...login, address }))) refused += 1;
        await delay(100);
      }
    } finally {
      await attacker.end('SIGKILL');
      await server.stop();
    }
    return {
      figures: { logIns: times, refused, unauthenticated: silent() },
      violations: refused > 0 ? [`${refused} of ${times} log-ins refused`] : [],
    };
  },
};

async function mayLogIn(
  port: number,
  { address, username, password }: { address: string | undefined; username: string; password: string },
): Promise<boolean> {
  try {
    const client = await connectAsync({
      ...{ host: '127.0.0.1', port, username, password, localAddress: address },
      ...{ reconnectPeriod: 0, connectTimeout: LOG_IN_WITHIN_MS },
    });
    await client.endAsync(true);
    return true;
  } catch {
    return false;
  }
}

/** Keeps so many silent connections open from each source; prints how many were made. */
function flood(port: number): void {
  let made = 0;
  const connectAgain = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('connect', () => {
      made += 1;
    });
    socket.on('error', () => {});
    socket.on('close', () => setTimeout(connectAgain, 50, localAddress));
  };
  for (const source of SOURCES) {
    for (let each = 0; each < FROM_EACH; each += 1) setTimeout(connectAgain, each / 2, source);
  }
  setInterval(() => process.stdout.write(`${made}\n`), 250);
}

if (process.argv[1] === ATTACKER) flood(Number(process.argv[2]));
