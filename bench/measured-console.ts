import { type Client, logIn } from '@semaforo/client';
import { numberedDevices } from '@semaforo/simulator/device-list';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { type BuiltServer, startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import { until } from '@semaforo/testing/until';

/** A console with its embedded broker and with simulated signals that have all reported. */
export type MeasuredConsole = {
  readonly pid: number;
  readonly brokerPort: number;
  /** The API as the admin, who sees every device. */
  readonly api: Client;
  /** Resolves when every signal has reported since that time (epoch ms). */
  heardSince(time: number): Promise<void>;
  stop(): Promise<void>;
};

const HEARD_TIMEOUT_MS = 120_000;

/** The server alone, with its embedded broker on that port. */
export function startConsole(brokerPort: number): Promise<BuiltServer> {
  return startBuiltServer(embeddedBrokerSettings(brokerPort));
}

/** The server with that many obedient signals, each reporting everything once per `reportEveryMs`. */
export async function startConsoleWithSignals({
  count,
  reportEveryMs,
}: {
  count: number;
  reportEveryMs: number;
}): Promise<MeasuredConsole> {
  const port = await freePort();
  const server = await startConsole(port);
  const devices = numberedDevices({
    prefix: '/3/misura',
    count,
    type: 'semaforo',
    behaviour: { kind: 'obedient' },
  });
  const fleet = createFleet({ broker: { host: '127.0.0.1', port, ...BROKER_LOGIN }, devices, reportEveryMs });
  const api = await logIn(server, ADMIN);
  const { id: userId } = await api('createUser', {
    body: { username: 'misura', password: 'bilancia-di-prova-3' },
  });
  for (const { key: topic, type } of devices) await api('createDevice', { body: { topic, type, userId } });

  async function heardSince(time: number) {
    await until(
      'every signal has reported',
      async () => {
        const records = await api('listDeviceStatuses');
        return records.every(({ updated_at }) => updated_at !== null && Date.parse(updated_at) >= time);
      },
      HEARD_TIMEOUT_MS,
    );
  }

  await fleet.start();
  await heardSince(0);

  return {
    pid: server.pid,
    brokerPort: port,
    api,
    heardSince,
    async stop() {
      await fleet.stop();
      await server.stop();
    },
  };
}
