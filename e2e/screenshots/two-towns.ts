import { logIn } from '@semaforo/client';
import { createFleet } from '@semaforo/simulator/fleet';
import { embeddedBrokerSettings } from '@semaforo/testing/broker-settings';
import { startBuiltServer } from '@semaforo/testing/built-server';
import { ADMIN, BROKER_LOGIN } from '@semaforo/testing/credentials';
import { TOWNS } from '@semaforo/testing/demo-towns';
import { freePort } from '@semaforo/testing/free-port';
import { seedTowns } from '@semaforo/testing/seed-towns';
import { until } from '@semaforo/testing/until';

/** A console with the two Comuni of the demo, whose devices have all been heard. */
export type TwoTowns = Awaited<ReturnType<typeof foundTwoTowns>>;

type Device = (typeof TOWNS)[number]['devices'][number];

const PASSWORD = 'torrente-in-piena-7';
const LINKS = {
  ACCESSIBILITY_URL: 'https://form.agid.gov.it/',
  FEEDBACK_URL: 'mailto:accessibilita@comune.example',
  PRIVACY_URL: 'https://comune.example/privacy',
};
/** Alarms without the wait that damps them,. */
const SOON = { ALARM_RAISE_SECONDS: '0' };
const SILENT_SIGNAL = {
  type: 'semaforo',
  topic: '/3/valdombra/s13',
  latitude: 46.0748,
  longitude: 11.2436,
} as const;

export async function foundTwoTowns() {
  const brokerPort = await freePort();
  const server = await startBuiltServer({
    ...embeddedBrokerSettings(brokerPort),
    ...LINKS,
    ...SOON,
  });
  const towns = TOWNS.map((town) => ({ ...town, password: PASSWORD }));
  await seedTowns({ origin: server.origin, admin: ADMIN, towns });
  const admin = await logIn(server, ADMIN);
  const operator = { username: 'valdombra', password: PASSWORD };
  const api = await logIn(server, operator);

  const devices = TOWNS.flatMap((town) => town.devices);
  const boards = new Map(devices.map((device) => [device.name, createBoard(device, brokerPort)]));
  await Promise.all([...boards.values()].map(({ fleet }) => fleet.start()));
  await until('every device is heard', async () => {
    const records = await admin('listDeviceStatuses');
    const unknown = records.filter(({ status }) => status === null).map(({ topic }) => topic);
    return unknown.every((topic) => isDarkSignal(devices.find((device) => device.topic === topic)));
  });

  const board = (name: string) => {
    const found = boards.get(name);
    if (!found) throw new Error(`no device is called ${name}`);
    return found;
  };
  return {
    origin: server.origin,
    operator,
    api,
    adminApi: admin,
    device: (name: string) => board(name).device,
    /** The device loses its power; the broker tells the server. */
    cutPower: (name: string) => board(name).fleet.stop(),
    /** Registers a signal of Valdombra that has never reported. */
    async addSilentSignal() {
      const { users } = await admin('listUsers');
      const userId = users.find(({ username }) => username === operator.username)?.id ?? 0;
      await admin('createDevice', { body: { ...SILENT_SIGNAL, userId } });
    },
    stopServer: () => server.stop(),
    async stop() {
      await Promise.all([...boards.values()].map(({ fleet }) => fleet.stop()));
      await server.stop();
    },
  };
}

/** A device with its own connection: only then does it publish that it is online or offline. */
function createBoard({ topic: key, type, shows = 'spento' }: Device, brokerPort: number) {
  const fleet = createFleet({
    broker: { host: '127.0.0.1', port: brokerPort, ...BROKER_LOGIN },
    devices: [{ key, type, shows, behaviour: { kind: 'obedient' } }],
  });
  return { fleet, device: fleet.device(key) };
}

/** The state of a signal is unknown until it lights a lamp: its first reports say only which lamps are off. */
function isDarkSignal(device: Device | undefined): boolean {
  return device?.type === 'semaforo' && device.shows === 'spento';
}
