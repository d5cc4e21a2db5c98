import { createFleet } from '@semaforo/simulator/fleet';
import { TOWNS } from '../../scripts/demo-towns.mjs';
import { type ApiClient, logIn } from '../harness/api-client.ts';
import { findFreePort } from '../harness/free-port.ts';
import { ADMIN, startServer } from '../harness/server-process.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** A console with the two Comuni of the demo, whose devices have all been heard, and one signal of Valdombra that never spoke. */
export type TwoTowns = Awaited<ReturnType<typeof foundTwoTowns>>;

const PASSWORD = 'torrente-in-piena-7';
const BROKER = { username: 'semaforo', password: 'broker-delle-immagini' };
const NEVER_HEARD = {
  type: 'semaforo',
  topic: '/3/valdombra/s13',
  latitude: 46.0748,
  longitude: 11.2436,
} as const;
const LINKS = {
  ACCESSIBILITY_URL: 'https://form.agid.gov.it/',
  FEEDBACK_URL: 'mailto:accessibilita@comune.example',
  PRIVACY_URL: 'https://comune.example/privacy',
};

export async function foundTwoTowns() {
  const brokerPort = await findFreePort();
  const server = await startServer({
    EMBEDDED_BROKER_PORT: String(brokerPort),
    EMBEDDED_BROKER_USERNAME: BROKER.username,
    EMBEDDED_BROKER_PASSWORD: BROKER.password,
    ...LINKS,
  });
  const admin = await logIn(server.origin, ADMIN);
  for (const { username, devices } of TOWNS) await populate(admin, username, devices);

  const devices = TOWNS.flatMap((town) => town.devices);
  const fleets = new Map(
    devices.map(({ topic, type, name, shows }) => {
      const spec = { key: topic, type, shows, behaviour: { kind: 'obedient' } } as const;
      const broker = { host: '127.0.0.1', port: brokerPort, ...BROKER };
      return [name, { key: topic, fleet: createFleet({ broker, devices: [spec] }) }];
    }),
  );
  await Promise.all([...fleets.values()].map(({ fleet }) => fleet.start()));
  // From a signal that has lit no lamp yet nothing can be known: its first reports say only which ones are off.
  const dark = new Set<string>([
    NEVER_HEARD.topic,
    ...devices.filter(isDarkSignal).map(({ topic }) => topic),
  ]);
  await waitUntil('every device to be heard', async () => {
    const records = await admin('listDeviceStatuses');
    const unknown = records.filter(({ status }) => status === null).map(({ topic }) => topic);
    return unknown.every((topic) => dark.has(topic));
  });

  const operator = { username: 'valdombra', password: PASSWORD };
  return {
    origin: server.origin,
    operator,
    api: await logIn(server.origin, operator),
    device: (name: string) => {
      const { fleet, key } = named(name);
      return fleet.device(key);
    },
    /** The device loses its power; the broker tells the server. */
    cutPower: (name: string) => named(name).fleet.stop(),
    stopServer: () => server.stop(),
    async stop() {
      await Promise.all([...fleets.values()].map(({ fleet }) => fleet.stop()));
      await server.stop();
    },
  };

  function named(name: string) {
    const found = fleets.get(name);
    if (!found) throw new Error(`no device is called ${name}`);
    return found;
  }
}

function isDarkSignal({ type, shows }: { type: string; shows: string }) {
  return type === 'semaforo' && shows === 'spento';
}

async function populate(admin: ApiClient, username: string, devices: (typeof TOWNS)[number]['devices']) {
  const { id: userId } = await admin('createUser', { body: { username, password: PASSWORD } });
  for (const { shows: _, ...device } of devices) await admin('createDevice', { body: { ...device, userId } });
  if (NEVER_HEARD.topic.includes(username)) await admin('createDevice', { body: { ...NEVER_HEARD, userId } });
}
