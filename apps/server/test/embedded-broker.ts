import { createHash, randomUUID } from 'node:crypto';
import type { DeviceLogin, DeviceLogins } from '../src/broker/device-logins.port.ts';
import type { BrokerTask } from '../src/broker/embedded/worker-messages.ts';
import { createEmbeddedBroker, type EmbeddedBroker } from '../src/broker/embedded-broker.adapter.ts';
import { systemClock } from '../src/platform/clock.ts';
import { bundledBrokerWorker } from './bundled-server.ts';
import { createTestLogger } from './test-logger.ts';

/** What the server logs in with on a broker of `createTestBroker`. */
export const SERVER = { clientId: 'the-server', username: 'the-server', password: 'only-the-server-knows' };

/** The embedded broker on a port of loopback, in its thread; it lets nobody in before `admitDevices`. */
export function createTestBroker(
  port: number,
  task: Partial<BrokerTask> = {},
  deviceLogins?: DeviceLogins,
): EmbeddedBroker {
  const { clientId, ...server } = SERVER;
  return createEmbeddedBroker({
    task: {
      host: '127.0.0.1',
      port,
      ownClientId: clientId,
      server,
      shared: undefined,
      simulator: undefined,
      watcher: undefined,
      commandTopic: '{key}/{channel}/set',
      ...task,
    },
    deviceLogins,
    countDevices: () => 0,
    workerFile: bundledBrokerWorker(),
    clock: systemClock,
    logger: createTestLogger(),
  });
}

/** The log-ins of devices, kept in memory. */
export type TestLogins = DeviceLogins & {
  /** Who has logged in, in order. */
  log: string[];
  /** Makes a log-in for a key, or changes the one with that username; resolves to what the device needs. */
  give: (key: string, username?: string) => { username: string; password: string };
  end: (username: string) => void;
};

export function createTestLogins(): TestLogins {
  const logins = new Map<string, DeviceLogin>();
  const listeners: Parameters<DeviceLogins['subscribe']>[0][] = [];
  const log: string[] = [];
  const publish = (username: string) => {
    for (const changed of listeners) changed(username, logins.get(username));
  };
  return {
    log,
    list: () => Promise.resolve([...logins.values()]),
    subscribe: (changed) => void listeners.push(changed),
    seen: (username) => void log.push(username),
    give: (key, username = `d-${randomUUID()}`) => {
      const password = randomUUID();
      const passwordHash = createHash('sha256').update(password).digest('hex');
      logins.set(username, { username, passwordHash, key });
      publish(username);
      return { username, password };
    },
    end: (username) => {
      logins.delete(username);
      publish(username);
    },
  };
}
