import { type Child, startChild } from './child-process.ts';
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
  kill: () => Promise<void>;
  /** From now on it answers nothing, though its connections stay open. */
  pause: () => void;
  resume: () => void;
};

/** A real nats-server on a loopback port, which can be killed, paused and started again. */
export function createNats(port: number): Nats {
  let child: Child | undefined;
  return {
    url: `nats://${LOGIN.user}:${LOGIN.pass}@127.0.0.1:${port}`,
    password: LOGIN.pass,
    start: async () => {
      const login = ['--user', LOGIN.user, '--pass', LOGIN.pass];
      const started = startChild(PROGRAM ?? '', ['-a', '127.0.0.1', '-p', String(port), ...login]);
      child = started;
      await until('NATS listens, or has ended', () => started.hasEnded() || isReady(started));
      if (started.hasEnded()) throw new Error(`NATS ended at its start:\n${started.output()}`);
    },
    kill: async () => void (await child?.end('SIGKILL')),
    pause: () => child?.signal('SIGSTOP'),
    resume: () => child?.signal('SIGCONT'),
  };
}

function isReady(nats: Child): boolean {
  return nats.output().includes('Server is ready');
}
