import { type Client, logIn } from '@semaforo/client';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import type { DeviceSpec, SimulatedDevice } from '@semaforo/simulator/simulated-device';
import { freePort } from '../../apps/server/test/free-port.ts';
import type { Mosquitto } from '../../apps/server/test/mosquitto.ts';
import { until } from '../../apps/server/test/until.ts';
import { ADMIN, type ServerProcess, startServer } from './server-process.ts';

/** A Comune with its operator and its devices, on a console of its own. */
export type Town = {
  readonly origin: string;
  readonly operator: { username: string; password: string };
  /** The API as the operator. */
  readonly api: Client;
  /** The API as the first admin. */
  readonly adminApi: Client;
  /** The server's data folder. */
  readonly dataDir: string;
  /** The simulated device of that name. */
  device(name: string): SimulatedDevice;
  stop(): Promise<void>;
};

export type TownPlan = {
  signals?: string[];
  lanterns?: string[];
  /** The broker to use; the console's own when there is none. */
  broker?: Mosquitto;
  /** Settings of the server beside those that the town needs. */
  settings?: Record<string, string>;
};

type NamedDevice = DeviceSpec & { name: string };

const OPERATOR = { username: 'valdombra', password: 'torrente-in-piena-7' };
const BROKER_LOGIN = { username: 'semaforo', password: 'broker-di-prova' };

/** Starts the server, creates operator and devices, and resolves when the server has heard every device. Signals show verde, lanterns spento. */
export async function foundTown({ signals = [], lanterns = [], broker, settings }: TownPlan): Promise<Town> {
  const brokerPort = broker?.port ?? (await freePort());
  const server = await startServer({ ...brokerSettings(brokerPort, broker), ...settings });
  const devices = [...named('semaforo', signals), ...named('lanterna', lanterns)];
  const fleet = createFleet({ broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN }, devices });
  const stop = async () => {
    await fleet.stop();
    await server.stop();
  };
  const { api, adminApi } = await populate({ server, devices, fleet }).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const keys = new Map(devices.map(({ name, key }) => [name, key]));

  return {
    origin: server.origin,
    operator: OPERATOR,
    api,
    adminApi,
    dataDir: server.dataDir,
    device: (name) => fleet.device(keys.get(name) ?? name),
    stop,
  };
}

async function populate({
  server,
  devices,
  fleet,
}: {
  server: ServerProcess;
  devices: NamedDevice[];
  fleet: Fleet;
}): Promise<{ api: Client; adminApi: Client }> {
  const adminApi = await logIn(server, ADMIN);
  const { id: userId } = await adminApi('createUser', { body: OPERATOR });
  for (const { key: topic, type, name } of devices) {
    await adminApi('createDevice', { body: { topic, type, name, userId } });
  }
  await fleet.start();
  const api = await logIn(server, OPERATOR);
  await until('every device is heard', async () => {
    const records = await api('listDeviceStatuses');
    return records.every(({ status, stale }) => status !== null && !stale);
  });
  return { api, adminApi };
}

function brokerSettings(port: number, external: Mosquitto | undefined): Record<string, string> {
  if (external) return { EMBEDDED_BROKER_PORT: '0', MQTT_HOST: '127.0.0.1', MQTT_PORT: String(port) };
  return {
    EMBEDDED_BROKER_PORT: String(port),
    EMBEDDED_BROKER_USERNAME: BROKER_LOGIN.username,
    EMBEDDED_BROKER_PASSWORD: BROKER_LOGIN.password,
  };
}

/** Boards of both kinds by turns: those under /3/ and those under /4/ number their outputs differently. */
function named(type: DeviceType, names: string[]): NamedDevice[] {
  return names.map((name, index) => ({
    name,
    type,
    key: `/${index % 2 === 0 ? 3 : 4}/valdombra/${type}${index + 1}`,
    behaviour: { kind: 'obedient' },
    shows: type === 'semaforo' ? 'verde' : 'spento',
  }));
}
