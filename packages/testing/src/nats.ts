import { connect, type Socket } from 'node:net';
import { type Child, startChild } from './child-process.ts';
import { refuseLeakedSecrets } from './leaked-secrets.ts';
import { findTestPrograms } from './machine.mjs';
import { until } from './until.ts';

const { nats: PROGRAM } = findTestPrograms();

const LOGIN = { user: 'semaforo', pass: 'segreto-di-nats' };

/** False when the machine has no nats-server: those tests are then skipped by name. */
export const hasNats = PROGRAM !== undefined;

export type Nats = {
  /** With its log-in, as servers are told. */
  url: string;
  /** Its password, which no server may print. */
  password: string;
  start: () => Promise<void>;
  /** Ends it. Rejects when a secret of the tests was in what servers published meanwhile. */
  kill: () => Promise<void>;
  /** Everything that was published on it so far, on all subjects, as it came. */
  published: () => string;
  /** From now on it answers nothing, though its connections stay open. */
  pause: () => void;
  resume: () => void;
};

/** A real nats-server on a loopback port, which can be killed, paused and started again. */
export function createNats(port: number): Nats {
  let child: Child | undefined;
  let tap: Socket | undefined;
  let published = '';
  return {
    url: `nats://${LOGIN.user}:${LOGIN.pass}@127.0.0.1:${port}`,
    password: LOGIN.pass,
    start: async () => {
      const login = ['--user', LOGIN.user, '--pass', LOGIN.pass];
      const started = startChild(PROGRAM ?? '', ['-a', '127.0.0.1', '-p', String(port), ...login]);
      child = started;
      await until('NATS listens, or has ended', () => started.hasEnded() || isReady(started));
      if (started.hasEnded()) throw new Error(`NATS ended at its start:\n${started.output()}`);
      tap = await openTap(port, (text) => {
        published += text;
      });
    },
    kill: async () => {
      tap?.destroy();
      await child?.end('SIGKILL');
      refuseLeakedSecrets([published], {}, [LOGIN.pass]);
    },
    published: () => published,
    pause: () => child?.signal('SIGSTOP'),
    resume: () => child?.signal('SIGCONT'),
  };
}

function isReady(nats: Child): boolean {
  return nats.output().includes('Server is ready');
}

/** Subscribes to all subjects. Resolves once NATS has confirmed it. */
async function openTap(port: number, onText: (text: string) => void): Promise<Socket> {
  const socket: Socket = connect(port, '127.0.0.1');
  let hasSubscribed = false;
  // A killed NATS ends it; `kill` is who knows.
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    if (text.startsWith('PING')) socket.write('PONG\r\n');
    if (text.includes('PONG\r\n')) hasSubscribed = true;
    if (hasSubscribed) onText(text);
  });
  const options = { verbose: false, pedantic: false, ...LOGIN };
  socket.write(`CONNECT ${JSON.stringify(options)}\r\nSUB > 1\r\nPING\r\n`);
  await until('the tap is subscribed', () => hasSubscribed);
  return socket;
}
