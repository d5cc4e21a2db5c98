import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SIMULATED_UNDER } from '@semaforo/contract/domain/simulated';
import { readOrCreateSecret } from '../platform/secrets.ts';
import type { GivenBroker } from './configured-broker.ts';
import type { BrokerTask } from './embedded/worker-messages.ts';
import type { BrokerAccess } from './mqtt-connection.port.ts';

/** What the settings say of brokers. */
export type BrokerSettings = {
  dataDir: string;
  mqtt: GivenBroker;
  /** Port 0: there is no embedded broker. */
  embeddedBroker: {
    /** Undefined: an admin chooses. */
    host: string | undefined;
    port: number;
    username: string;
    password: string | undefined;
    /** Devices may also log in with this username and password. */
    hasSharedLogin: boolean;
    /** A port for TLS, and the files of its certificate and key. */
    tls: { port: number; cert: string; key: string } | undefined;
  };
  commandTopic: string;
  /** What a home automation finds of the devices, and the log-in with which it reads. */
  homeAssistant: {
    prefix: string | undefined;
    login: { username: string; password: string } | undefined;
  };
};

/** What the embedded broker is to do, and how it is joined. */
export type EmbeddedBrokerTask = {
  task: Omit<BrokerTask, 'devices' | 'knownDevices' | 'hasServed' | 'tls'>;
  /** How the server itself joins it. */
  access: BrokerAccess;
  /** How the devices join it that the server plays. */
  simulator: BrokerAccess;
  /** How it is shown to admins, with the log-in of the settings. */
  shown: BrokerAccess;
  /** Where it listens. */
  listensOn: { host: string; ports: number[] };
};

/** What the embedded broker of the settings is to do; undefined when there is none. */
export function embeddedBrokerTask({
  settings,
  host,
  ownClientId,
}: {
  settings: BrokerSettings;
  /** Where it listens now. */
  host: string;
  ownClientId: string;
}): EmbeddedBrokerTask | undefined {
  const { embeddedBroker, dataDir, commandTopic, homeAssistant } = settings;
  const { port, username, hasSharedLogin, tls } = embeddedBroker;
  if (port === 0) return undefined;
  const password = embeddedBroker.password ?? readOrCreateSecret(join(dataDir, 'broker-password'));
  // Of this start only: nobody can know it, and nobody has to.
  const server = { username: ownClientId, password: newPassword() };
  const simulator = { username: `simulato-${ownClientId}`, password: newPassword() };
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const at = { host: reachable, port, tls: false };
  const shared = hasSharedLogin ? { username, password } : undefined;
  const { prefix, login } = homeAssistant;
  const watcher = prefix !== undefined && login ? { ...login, prefix } : undefined;
  return {
    task: {
      ...{ host, port, ownClientId, server, shared, watcher, commandTopic },
      simulator: { ...simulator, under: SIMULATED_UNDER },
    },
    access: { ...at, ...server },
    simulator: { ...at, ...simulator },
    shown: { ...at, username, password },
    listensOn: { host, ports: tls ? [port, tls.port] : [port] },
  };
}

/** The same after each start, so that the broker knows for whom it keeps what was said meanwhile. */
export function clientIdOf(serverId: string): string {
  return `semaforo-${createHash('sha256').update(serverId).digest('hex').slice(0, 16)}`;
}

function newPassword(): string {
  return randomBytes(32).toString('base64url');
}
