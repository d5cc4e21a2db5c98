import { type Client, logIn } from '@semaforo/client';
import type { DeviceType } from '@semaforo/contract/domain/channels';
import { createFleet, type Fleet } from '@semaforo/simulator/fleet';
import type { DeviceSpec, SimulatedDevice } from '@semaforo/simulator/simulated-device';
import { embeddedBrokerSettings, outsideBrokerSettings } from '@semaforo/testing/broker-settings';
import { type BuiltServer, startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { freePort } from '@semaforo/testing/free-port';
import type { Mosquitto } from '@semaforo/testing/mosquitto';
import { until } from '@semaforo/testing/until';
import { renameDevices } from './former-names.ts';

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
  /** From now on all gauges measure that level, in cm. */
  flood(level: number): void;
  /** The simulated device that was created with that name. */
  device(name: string): SimulatedDevice;
  stop(): Promise<void>;
};

export type TownPlan = {
  signals?: string[];
  lanterns?: string[];
  gauges?: string[];
  /** Names that only an earlier version allowed, by the names that the devices are created with. */
  formerNames?: Record<string, string>;
  /** The broker to use; the console's own when there is none. */
  broker?: Mosquitto;
  /** Settings of the server beside those that the town needs. */
  settings?: Record<string, string>;
};

type NamedDevice = DeviceSpec & { name: string };

/** Nobody listens there: no test reads a map of the world. */
const NO_TILES = { TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' };

const OPERATOR = { username: 'valdombra', password: 'torrente-in-piena-7' };

/**
 * Starts the server, creates the operator and the devices. Resolves when the server has heard every device. Signals
 * show verde, lanterns spento.
 */
export async function foundTown(plan: TownPlan): Promise<Town> {
  const { signals = [], lanterns = [], gauges = [], formerNames = {}, broker, settings } = plan;
  const brokerPort = broker?.port ?? (await freePort());
  const brokerSettings = broker ? outsideBrokerSettings : embeddedBrokerSettings;
  const server = await startBuiltServer({ ...brokerSettings(brokerPort), ...NO_TILES, ...settings });
  let level = 3;
  const devices = [
    ...named('semaforo', signals),
    ...named('lanterna', lanterns),
    ...named('misuratore', gauges).map((gauge) => ({ ...gauge, water: () => level })),
  ];
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
    devices,
    measureEveryMs: 200,
  });
  const stop = async () => {
    await fleet.stop();
    await server.stop();
  };
  const { api, adminApi } = await populate({ server, devices, formerNames, fleet }).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  const keys = new Map(devices.map(({ name, key }) => [name, key]));

  return {
    origin: server.origin,
    operator: OPERATOR,
    api,
    adminApi,
    dataDir: server.dataDir,
    flood: (cm) => {
      level = cm;
    },
    device: (name) => fleet.device(keys.get(name) ?? name),
    stop,
  };
}

async function populate({
  server,
  devices,
  formerNames,
  fleet,
}: {
  server: BuiltServer;
  devices: NamedDevice[];
  formerNames: Record<string, string>;
  fleet: Fleet;
}): Promise<{ api: Client; adminApi: Client }> {
  const adminApi = await logIn(server, ADMIN);
  const { id: userId } = await adminApi('createUser', { body: OPERATOR });
  for (const { key: topic, type, name } of devices) {
    await adminApi('createDevice', { body: { topic, type, name, userId } });
  }
  // A running server has the devices in memory.
  if (Object.keys(formerNames).length > 0) {
    await server.restart(() => renameDevices(server.dataDir, formerNames));
  }
  await fleet.start();
  const api = await logIn(server, OPERATOR);
  await until('every device is heard', async () => {
    const records = await api('listDeviceStatuses');
    return records.every(({ status, stale }) => status !== null && !stale);
  });
  return { api, adminApi };
}

/** Alternates the two kinds of boards: those under /3/ and those under /4/ number their outputs differently. */
function named(type: DeviceType, names: string[]): NamedDevice[] {
  return names.map((name, index) => ({
    name,
    type,
    key: `/${index % 2 === 0 ? 3 : 4}/valdombra/${type}${index + 1}`,
    behaviour: { kind: 'obedient' },
    shows: type === 'semaforo' ? 'verde' : 'spento',
  }));
}
