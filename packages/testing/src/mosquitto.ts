import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { findTestPrograms } from './machine.mjs';
import { until } from './until.ts';

/** The number that Mosquitto's own program uses. */
const HASH_ROUNDS = 101;
const SALT_BYTES = 12;

const { mosquitto: PROGRAM, mosquittoPlugin: PLUGIN } = findTestPrograms();

export const MOSQUITTO_LOGIN = { username: 'comune', password: 'segreto-di-prova' };

/** False when the machine has no Mosquitto: those tests are then skipped by name. */
export const hasMosquitto = PROGRAM !== undefined;

export type Mosquitto = {
  port: number;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Asks it to end, as a system does that is shut down: it sends the last wills. */
  terminate: () => Promise<void>;
  /** From now on it answers nothing, though its connections stay open. */
  pause: () => void;
  resume: () => void;
  remove: () => Promise<void>;
};

/**
 * A real Mosquitto on a loopback port, which can be killed, paused and started again. It accepts MOSQUITTO_LOGIN, or
 * everyone if it `isOpen`, or whom `access` says. With a certificate it speaks TLS.
 */
export function createMosquitto(
  port: number,
  {
    certificate,
    isOpen = false,
    access = isOpen ? ['allow_anonymous true'] : undefined,
  }: {
    certificate?: { file: string; keyFile: string };
    isOpen?: boolean;
    /** The lines of its configuration that say who may enter and do what. */
    access?: readonly string[];
  } = {},
): Mosquitto {
  const folder = mkdtempSync(join(tmpdir(), 'semaforo-mosquitto-'));
  const passwords = join(folder, 'passwords');
  const configuration = join(folder, 'mosquitto.conf');
  writeFileSync(passwords, passwordLine(MOSQUITTO_LOGIN), { mode: 0o600 });
  const lines = [
    ...(process.getuid?.() === 0 ? ['user root'] : []),
    `listener ${port} 127.0.0.1`,
    ...(access ?? ['allow_anonymous false', `password_file ${passwords}`]),
    'set_tcp_nodelay true',
    ...(certificate ? [`certfile ${certificate.file}`, `keyfile ${certificate.keyFile}`] : []),
  ];
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  let child: Child | undefined;
  return {
    port,
    start: async () => {
      const started = startChild(PROGRAM ?? '', ['-c', configuration]);
      child = started;
      await until('Mosquitto listens, or has ended', async () => started.hasEnded() || listens(port));
      if (started.hasEnded()) throw new Error(`Mosquitto ended at its start:\n${started.output()}`);
    },
    kill: async () => void (await child?.end('SIGKILL')),
    terminate: async () => void (await child?.end('SIGTERM')),
    pause: () => child?.signal('SIGSTOP'),
    resume: () => child?.signal('SIGCONT'),
    remove: async () => {
      await child?.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The admin of the dynamic-security plugin, see `pluginAccess`. */
export const PLUGIN_ADMIN = { username: 'gestore', password: 'gestore-di-prova' };

/** False when the machine has no Mosquitto with the dynamic-security plugin. */
export const hasMosquittoPlugin = hasMosquitto && PLUGIN !== undefined;

/**
 * The `access` of a Mosquitto whose dynamic-security plugin has nobody but PLUGIN_ADMIN, and keeps its own file in the
 * folder.
 */
export function pluginAccess(folder: string): string[] {
  const file = join(folder, 'dynamic-security.json');
  const salt = randomBytes(SALT_BYTES);
  const topic = '$CONTROL/dynamic-security/#';
  const rights = ['publishClientSend', 'publishClientReceive', 'subscribePattern'];
  const content = {
    // As its own program initializes it.
    defaultACLAccess: {
      publishClientSend: false,
      publishClientReceive: true,
      subscribe: false,
      unsubscribe: true,
    },
    clients: [
      {
        username: PLUGIN_ADMIN.username,
        password: hashOf(PLUGIN_ADMIN.password, salt),
        salt: salt.toString('base64'),
        iterations: HASH_ROUNDS,
        roles: [{ rolename: 'admin' }],
      },
    ],
    roles: [{ rolename: 'admin', acls: rights.map((acltype) => ({ acltype, topic, allow: true })) }],
  };
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return ['allow_anonymous false', `plugin ${PLUGIN}`, `plugin_opt_config_file ${file}`];
}

/** A line of Mosquitto's password file (PBKDF2). Its own program for that is not on every machine. */
function passwordLine({ username, password }: typeof MOSQUITTO_LOGIN): string {
  const salt = randomBytes(SALT_BYTES);
  return `${username}:$7$${HASH_ROUNDS}$${salt.toString('base64')}$${hashOf(password, salt)}\n`;
}

function hashOf(password: string, salt: Buffer): string {
  return pbkdf2Sync(password, salt, HASH_ROUNDS, 64, 'sha512').toString('base64');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
