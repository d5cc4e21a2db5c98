import { pathToFileURL } from 'node:url';
import { writesFor } from '@semaforo/contract/domain/channels';
import { SIGNAL_COLORS, type SignalColor } from '@semaforo/contract/domain/signal-color';
import { createEmbeddedBroker } from '@semaforo/server/broker/embedded-broker.adapter';
import { systemClock } from '@semaforo/server/platform/clock';
import { createLogger } from '@semaforo/server/platform/logger';
import { createBrokerConnection } from '@semaforo/simulator/broker-connection';
import { createFleet } from '@semaforo/simulator/fleet';
import { BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { BUILT_SERVER } from '@semaforo/testing/server-process';

/** A bare MQTT client that commands signals and waits for their reports, with nothing stored and nothing checked. */
export type BareLoop = {
  /** Writes only the new lamp of each signal; resolves to the milliseconds until each has reported it. */
  lightOnly(keys: readonly string[], color: SignalColor): Promise<number>;
  /** Writes all four lamps of each signal; resolves to the milliseconds until each has reported all. */
  light(keys: readonly string[], color: SignalColor): Promise<number>;
  stop(): Promise<void>;
};

/** Only the server of an embedded broker may command. */
const LOGIN = { clientId: 'bare', username: 'bare', password: 'bare-loop' };

/** A broker that measures and fleets join, beside the console's own. `server` is the log-in of who commands. */
export type BareBroker = {
  address: { host: string; port: number };
  server: { clientId?: string; username: string; password: string };
  devices: { username: string; password: string };
  admitDevices: () => void;
  stop: () => Promise<void>;
};

/** A broker that is like the console's embedded one, for so many devices. */
export async function startBareBroker(devices: number): Promise<BareBroker> {
  const port = await freePort();
  const { clientId: ownClientId, ...server } = LOGIN;
  const embedded = createEmbeddedBroker({
    task: {
      host: '127.0.0.1',
      port,
      ownClientId,
      server,
      shared: BROKER_LOGIN,
      simulator: undefined,
      watcher: undefined,
      commandTopic: '{key}/{channel}/set',
    },
    deviceLogins: undefined,
    countDevices: () => devices,
    workerFile: new URL('broker-worker.js', pathToFileURL(BUILT_SERVER)),
    clock: systemClock,
    logger: createLogger('warn'),
  });
  await embedded.start();
  return {
    address: { host: '127.0.0.1', port },
    server: LOGIN,
    devices: BROKER_LOGIN,
    admitDevices: embedded.admitDevices,
    stop: embedded.stop,
  };
}

/** As many signals as the console has, on that broker. */
export async function startBareLoop(
  keys: readonly string[],
  bareBroker: BareBroker,
  reportEveryMs?: number,
): Promise<BareLoop> {
  const { address } = bareBroker;
  const fleet = createFleet({
    broker: { ...address, ...bareBroker.devices },
    devices: keys.map((key) => ({
      key,
      type: 'semaforo',
      behaviour: { kind: 'obedient' },
      shows: 'verde',
    })),
    ...(reportEveryMs !== undefined && { reportEveryMs }),
  });
  let missing = new Set<string>();
  let done: () => void = () => {};
  const broker = createBrokerConnection({
    broker: { ...address, ...bareBroker.server },
    topics: ['/+/+/+/+'],
    onJoined: () => Promise.resolve(),
    onMessage: (topic) => {
      if (missing.delete(topic) && missing.size === 0) done();
    },
    onTrouble: (reason) => console.error(reason),
  });
  await broker.start();
  bareBroker.admitDevices();
  await fleet.start();

  const write = async (keys: readonly string[], color: SignalColor, lamps: number) => {
    const writes = keys.flatMap((key) =>
      writesFor('semaforo', key, color)
        .slice(0, lamps)
        .map(({ channel, payload }) => ({ topic: `${key}/${channel}`, payload })),
    );
    missing = new Set(writes.map(({ topic }) => topic));
    const reported = new Promise<void>((resolve) => {
      done = resolve;
    });
    const startedAt = performance.now();
    for (const { topic, payload } of writes) {
      broker.publish({ topic: `${topic}/set`, payload, retain: false });
    }
    await reported;
    return performance.now() - startedAt;
  };

  return {
    lightOnly: (keys, color) => write(keys, color, 1),
    light: (keys, color) => write(keys, color, SIGNAL_COLORS.length),
    stop: async () => {
      await fleet.stop();
      await broker.stop();
      await bareBroker.stop();
    },
  };
}
