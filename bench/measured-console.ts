import { setTimeout as delay } from 'node:timers/promises';
import { type Client, logIn } from '@semaforo/client';
import { importDevices } from '@semaforo/e2e/harness/many-signals';
import { inChunks } from '@semaforo/server/database/in-chunks';
import { numberedDevices } from '@semaforo/simulator/device-list';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings, outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { type BuiltServer, startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { MOSQUITTO_LOGIN, type Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { type FollowedCommands, followCommands } from './followed-commands.ts';

/** A console with its embedded broker and with simulated signals that have all reported. */
export type MeasuredConsole = {
  readonly pid: number;
  readonly origin: string;
  readonly brokerPort: number;
  /** The API as the admin, who sees every device. */
  readonly api: Client;
  /** The API as the Comune that owns every signal. */
  readonly owner: Client;
  /** An open page of that Comune. */
  readonly page: FollowedCommands;
  readonly keys: readonly string[];
  /** Resolves when every signal has reported since that time (epoch ms). */
  receivedSince(time: number): Promise<void>;
  stop(): Promise<void>;
};

/** The states of so many signals are not read all the time. */
const MANY = 10_000;
const CHECK_AGAIN_MS = 2000;
const RECEIVED_TIMEOUT_MS = 300_000;
/** The Comune whose signals they are. */
const OWNER = { username: 'misura', password: 'bilancia-di-prova-3' };
/** As many as one import may have. */
const LINES_PER_IMPORT = 20_000;

/** The server alone, with its embedded broker on that port. */
export function startConsole(brokerPort: number, flags: readonly string[] = []): Promise<BuiltServer> {
  return startBuiltServer(embeddedBrokerSettings(brokerPort), flags);
}

/**
 * The server with that many obedient signals, each reporting everything once per `reportEveryMs`; on Mosquitto when it
 * is given, else on its embedded broker.
 */
export async function startConsoleWithSignals({
  count,
  reportEveryMs,
  mosquitto,
  flags = [],
}: {
  count: number;
  reportEveryMs: number;
  mosquitto?: Mosquitto;
  /** Of Node's, for the server. */
  flags?: readonly string[];
}): Promise<MeasuredConsole> {
  const port = mosquitto?.port ?? (await freePort());
  const login = mosquitto ? MOSQUITTO_LOGIN : BROKER_LOGIN;
  const server = mosquitto
    ? await startBuiltServer(outsideBrokerSettings(port, MOSQUITTO_LOGIN))
    : await startConsole(port, flags);
  const devices = numberedDevices({
    prefix: '/3/misura',
    count,
    type: 'semaforo',
    behaviour: { kind: 'obedient' },
  });
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port, ...login },
    devices,
    reportEveryMs,
    onTrouble: (reason) => console.error(reason),
  });
  const api = await logIn(server, ADMIN);
  await api('createUser', { body: OWNER });
  for (const some of inChunks(devices, LINES_PER_IMPORT)) {
    await importDevices(
      server.origin,
      some.map(({ key, type }) => `,${key},${type},,,${OWNER.username}`),
    );
  }

  async function receivedSince(time: number) {
    await until(
      'every signal has reported',
      async () => {
        if (count >= MANY) await delay(CHECK_AGAIN_MS);
        const records = await api('listDeviceStatuses');
        return records.every(({ updated_at }) => updated_at !== null && Date.parse(updated_at) >= time);
      },
      RECEIVED_TIMEOUT_MS,
    );
  }

  await fleet.start();
  await receivedSince(0);
  const owner = await logIn(server, OWNER);
  const page = followCommands(server.origin, owner);

  return {
    owner,
    page,
    keys: devices.map(({ key }) => key),
    pid: server.pid,
    origin: server.origin,
    brokerPort: port,
    api,
    receivedSince,
    async stop() {
      page.close();
      await fleet.stop();
      await server.stop();
    },
  };
}
